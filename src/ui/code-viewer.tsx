import { type ReactNode, useMemo } from 'react'
import { type JsonToken, jsonLines } from './json-tokens'

type Props = { title: string; value: unknown; wrap?: boolean; actions?: ReactNode }

const CLASSES: Record<JsonToken['kind'], string | undefined> = {
  key: 'tk',
  string: 'ts',
  number: 'tn',
  literal: 'tl',
  punctuation: undefined,
}

/** JSON with line numbers, for support. Scrolls by keyboard. */
export function CodeViewer({ title, value, wrap = false, actions }: Props) {
  const lines = useMemo(() => jsonLines(value), [value])
  return (
    <div className={wrap ? 'code wrap' : 'code'}>
      <div className="code-bar">
        <span>{title}</span>
        {actions ? <span className="right">{actions}</span> : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="code-scroll" tabIndex={0} aria-label={title}>
        <pre dir="ltr">
          {lines.map((tokens, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move
            <span className="ln" key={line}>
              {tokens.map((token, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line never move
                <span className={CLASSES[token.kind]} key={at}>
                  {token.text}
                </span>
              ))}
            </span>
          ))}
        </pre>
      </section>
    </div>
  )
}
