import type { MouseEvent } from 'react'
import { signInHref } from '@/api/session/sign-in-href'

type Props = {
  label: string
  className: string
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** The way to sign in and back to this place. */
export function SignInLink({ label, className, onClick }: Props) {
  return (
    <a
      className={className}
      href={signInHref(location)}
      onClick={(event) => {
        // The page may have moved on since the link was drawn.
        event.currentTarget.href = signInHref(location)
        onClick?.(event)
      }}
    >
      {label}
    </a>
  )
}
