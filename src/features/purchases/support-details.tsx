import { Wrench } from 'lucide-react'
import type { ReplyMeta } from '@/api/envoy/types'
import { CodeViewer } from '@/ui/code-viewer'
import { CopyButton } from '@/ui/copy-button'
import { Disclosure } from '@/ui/disclosure'
import { jsonText } from '@/ui/json-tokens'
import type { Place } from './purchase-link'
import { withoutCard } from './redact'

type Props = {
  purchaseId: string
  revision: string | number | null
  /** The last check's reply, whether it worked or not; null: there was none. */
  meta: ReplyMeta | null
  place: Place
}

/** The only place where identifiers stand on the screen (B9). */
export function SupportDetails({ purchaseId, revision, meta, place }: Props) {
  return (
    <Disclosure
      icon={Wrench}
      label="For support"
      {...(place === 'page' ? { note: 'Identifiers and the raw reply' } : {})}
    >
      <dl className="idl">
        <Identifier name="Purchase ID" what="purchase id" value={purchaseId} />
        <Identifier
          name="Revision"
          what="revision"
          value={revision === null ? null : String(revision)}
        />
        <Identifier name="Request ID" what="request id" value={meta?.requestId ?? null} />
        <Identifier name="Trace ID" what="trace id" value={meta?.traceId ?? null} />
      </dl>
      <p className="hint sup-note">
        The request and trace IDs belong to this one check. They do not identify the purchase.
      </p>
      {meta ? <RawReply raw={withoutCard(meta.raw)} /> : null}
    </Disclosure>
  )
}

type IdentifierProps = { name: string; what: string; value: string | null }

function Identifier({ name, what, value }: IdentifierProps) {
  return (
    <div>
      <dt>{name}</dt>
      {value === null ? (
        <dd className="unk">Not given</dd>
      ) : (
        <dd className="copied">
          <bdi className="mono trunc">{value}</bdi>
          <CopyButton text={value} what={what} />
        </dd>
      )}
    </div>
  )
}

function RawReply({ raw }: { raw: unknown }) {
  return (
    <div className="sup-raw">
      <CodeViewer
        title="Raw reply"
        value={raw}
        actions={<CopyButton text={jsonText(raw)} what="raw reply" worded />}
      />
    </div>
  )
}
