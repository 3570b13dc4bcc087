import { monogram, safeName } from '@/lib/names'

type Props = { name: string }

/** Who is signed in. */
export function Account({ name }: Props) {
  const safe = safeName(name, 'You')
  return (
    <div className="acct">
      <Face name={name} />
      <bdi className="trunc" lang={safe.lang}>
        {safe.text}
      </bdi>
    </div>
  )
}

export function Face({ name, large = false }: Props & { large?: boolean }) {
  return (
    <span className={large ? 'face lg' : 'face'} aria-hidden="true">
      {monogram(safeName(name, 'You').text).letters}
    </span>
  )
}
