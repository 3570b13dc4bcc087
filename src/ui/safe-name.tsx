import { useId } from 'react'
import type { SafeName } from '@/lib/names'

type Props = {
  name: SafeName
  className?: string
  /** The shop's domain in punycode, to check an unusual name by (SR-29). */
  domain?: string | null
}

/** A name from Envoy, isolated from the text around it, with a note when its letters need a look. */
export function SafeNameText({ name, className, domain = null }: Props) {
  const id = useId()
  const text = (
    <>
      <bdi lang={name.lang} className={className} aria-describedby={name.clipped ? id : undefined}>
        {name.text}
      </bdi>
      {name.clipped ? (
        <span className="vh" id={id}>
          {name.full}
        </span>
      ) : null}
    </>
  )
  if (!name.unusual) return text
  return (
    <span className="named">
      {text}{' '}
      <span className="doubt caption subtle">
        Check the name
        {domain ? (
          <>
            : <bdi dir="ltr">{domain}</bdi>
          </>
        ) : null}
      </span>
    </span>
  )
}
