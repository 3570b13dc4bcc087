import { hasBidiControls } from '@/lib/names'

/**
 * Words of somebody else, word for word: isolated, never linked, never trimmed. Hidden
 * direction marks are kept and pointed out (SR-30).
 */
export function ContainedText({ text }: { text: string }) {
  return (
    <>
      <bdi dir="auto" className="verbatim">
        {text}
      </bdi>
      {hasBidiControls(text) ? (
        <small className="verbatim-note">
          This text holds hidden marks that can change the order of its letters. Read it with care.
        </small>
      ) : null}
    </>
  )
}
