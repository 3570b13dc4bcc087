import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Disclosure } from '@/ui/disclosure'

/** What to do about a purchase one does not know: facts and next steps, no promises. */
export function Unrecognised({ agent }: { agent: string | null }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure
      icon={CircleQuestionMark}
      label="I don’t recognise this purchase"
      onToggle={setOpen}
    >
      {open ? <NextSteps agent={agent} /> : null}
    </Disclosure>
  )
}

function NextSteps({ agent }: { agent: string | null }) {
  return (
    <ol className="what-next">
      <li>
        {agent ? (
          <>
            It was asked for by <bdi>{agent}</bdi>. Look there first: what was asked, and who asked.
          </>
        ) : (
          'Envoy did not name the agent that asked for it. Look through the agents you use.'
        )}
      </li>
      <li>In the Envoy app, look at which agents are connected to your account.</li>
      <li>Do not buy it again, and do not pay the shop, to find out what it is.</li>
      <li>
        If you still do not know it, contact Envoy support and give the purchase ID under For
        support. Passbook itself cannot stop or undo a purchase.
      </li>
    </ol>
  )
}
