import { CloudOff, Info, RefreshCw } from 'lucide-react'
import type { EnvoyClient } from '@/api/envoy/client'
import { contractWords, newVersionWords, offlineWords } from '@/notices/page-words'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { useStore } from '@/ui/use-store'
import { newVersion } from './new-version'
import { useOnline } from './use-online'

/** What concerns every page, above it and never moving it. The region stands before it speaks. */
export function Notices({ envoy }: { envoy: EnvoyClient }) {
  const online = useOnline()
  const outdated = useStore(newVersion)
  const otherContract = useStore(envoy.contractMismatch) !== null
  return (
    <div className="toasts" role="status">
      {online ? null : (
        <p className="toast">
          <Icon icon={CloudOff} size={17} />
          <span>{offlineWords}</span>
        </p>
      )}
      {otherContract ? (
        <p className="toast">
          <Icon icon={Info} size={17} />
          <span>{contractWords}</span>
        </p>
      ) : null}
      {outdated ? (
        <p className="toast">
          <Icon icon={RefreshCw} size={17} />
          <span>{newVersionWords}</span>
          <Button size="small" label="Reload" onPress={() => location.reload()} />
        </p>
      ) : null}
    </div>
  )
}
