import { ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import type { SafeLink } from '@/lib/safe-link'
import { Button } from '@/ui/button'
import { DialogOnDemand } from '@/ui/dialog-on-demand'
import { Icon } from '@/ui/icon'

type Props = {
  link: SafeLink
  /** It ended by Envoy's clock: nothing leads there any more. */
  over: boolean
}

/**
 * The way to an address that Envoy gave: named by its real host, and left to only from a notice
 * that names it again (SR-26). Whatever is done there, it is never called an approval.
 */
export function EnvoyLink({ link, over }: Props) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div className="acts" ref={place} tabIndex={-1}>
      <DialogOnDemand
        title="You are leaving Passbook"
        trigger={(trigger) =>
          over ? null : (
            <button type="button" className="btn leave" {...trigger}>
              <Icon icon={ExternalLink} size={16} />
              <span>
                Open <Host name={link.host} />
              </span>
            </button>
          )
        }
      >
        {(close) => (
          <Notice
            link={link}
            over={over}
            onClose={() => {
              close()
              // The button that opened it is gone: the focus stays where it was.
              if (over) setTimeout(() => place.current?.focus())
            }}
          />
        )}
      </DialogOnDemand>
    </div>
  )
}

type NoticeProps = Props & { onClose: () => void }

function Notice({ link, over, onClose }: NoticeProps) {
  return (
    <>
      <div className="bd leaving">
        {over ? (
          <p>This link has ended.</p>
        ) : (
          <>
            <p>
              This opens <Host name={link.host} strong /> in a new tab.
            </p>
            <p className="muted">
              Envoy gave this address. Go on only if you know this name and expected it.
            </p>
          </>
        )}
      </div>
      <footer>
        <Button variant="ghost" label={over ? 'Close' : 'Cancel'} onPress={onClose} />
        {over ? null : (
          <a
            className="btn primary"
            href={link.href}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            onClick={onClose}
          >
            Continue
          </a>
        )}
      </footer>
    </>
  )
}

function Host({ name, strong = false }: { name: string; strong?: boolean }) {
  return (
    <bdi dir="ltr" className={strong ? 'host semibold' : 'host'}>
      {name}
    </bdi>
  )
}
