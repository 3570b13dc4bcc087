import { useId } from 'react'
import type { SafeName } from '@/lib/names'

type Props = { name: SafeName; className?: string }

/** A name from Envoy, isolated from the text around it, with a note when its letters need a look. */
export function SafeNameText({ name, className }: Props) {
  const id = useId()
  return (
    <>
      <bdi lang={name.lang} className={className} aria-describedby={name.clipped ? id : undefined}>
        {name.text}
      </bdi>
      {name.clipped ? (
        <span className="vh" id={id}>
          {name.full}
        </span>
      ) : null}
      {name.unusual ? (
        <>
          {' '}
          <span className="caption subtle">Check the name</span>
        </>
      ) : null}
    </>
  )
}
