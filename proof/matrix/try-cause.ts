import type { Cause, Play } from './cells'
import type { Page, Stage } from './stage'

/** A fault on its way: what the driver asks while the person acts. */
export type Trying = {
  /** From here on it goes wrong. */
  begin(): void
  /** Nothing moves any more; true: something was done about that. */
  atRest(): boolean
  /** The fault has been, whatever comes now is well. */
  isOver(): boolean
  /** Everything is as it was. */
  end(): Promise<void>
}

/** What undisturbed replies weigh on the wire, by place and play (bytes). */
export type Weights = (at: 'page' | 'envoy', play: Play) => number

const TOOLS: Record<Play, string> = {
  read: 'list_transactions',
  held: 'get_purchase_status',
  answer: 'submit_answer',
  start: 'start_purchase',
}

export function tryCause(
  stage: Stage,
  page: Page,
  { cause, play, weights }: { cause: Cause; play: Play; weights: Weights },
): Trying {
  switch (cause.by) {
    case 'envoy': {
      const faults = cause.faults(stage.time.clock.now())
      return sandboxFaults(stage, page, play, faults)
    }
    case 'network':
      return networkFault(stage, page, cause)
    case 'cut': {
      const bytes = Math.floor(weights(cause.at, play) * cause.share)
      const toxics = { down: [{ toxic: 'limit_data', bytes, end: cause.end }] } as const
      return networkFault(stage, page, { by: 'network', at: cause.at, toxics })
    }
    case 'meanwhile':
      return meanwhile(stage, page, play, cause.what)
    case 'offline':
      return offline(stage, page, cause.seconds)
    case 'large_input':
      return { begin() {}, atRest: () => false, isOver: () => true, end: async () => {} }
  }
}

function sandboxFaults(
  { sandbox, addFaults }: Stage,
  page: Page,
  play: Play,
  faults: readonly Readonly<Record<string, unknown>>[],
): Trying {
  const { world } = sandbox()
  return {
    begin: () =>
      addFaults(
        page.account,
        faults.map((fault) => ({ ...fault, tool: TOOLS[play] })),
      ),
    atRest: () => false,
    isOver: () => world.faults.active() === 0,
    end: async () => world.faults.clear(),
  }
}

function networkFault(
  { proxies }: Stage,
  page: Page,
  { at, toxics, calls = 1 }: Extract<Cause, { by: 'network' }>,
): Trying {
  const proxy = proxies[at]
  let goingDown: Promise<void> | null = null
  let begunAt = Number.POSITIVE_INFINITY
  let over = false
  const heal = async () => {
    if (over) return
    over = true
    if (goingDown) {
      await goingDown
      await proxy.comeUp()
    }
    proxy.set({})
  }
  page.beforeSending(async (count) => {
    if (count >= begunAt + calls) await heal()
    await goingDown
  })
  return {
    begin() {
      begunAt = page.sent.length
      if (toxics === 'refused') goingDown = proxy.goDown()
      else proxy.set(toxics)
    },
    atRest: () => false,
    isOver: () => over,
    end: heal,
  }
}

function meanwhile(
  stage: Stage,
  page: Page,
  play: Play,
  what: Extract<Cause, { by: 'meanwhile' }>['what'],
): Trying {
  const { proxies } = stage
  const slow = sandboxFaults(stage, page, play, [{ fault: 'delay', ms: 10_000 }])
  let done = false
  return {
    ...slow,
    atRest() {
      if (done || !slow.isOver()) return false
      done = true
      if (what === 'connection_lost') proxies.page.cut()
      else page.leave()
      return true
    },
    isOver: () => done,
  }
}

/** No connection can be made, and the browser says so, until `seconds` after the first call. */
function offline(stage: Stage, page: Page, seconds: number): Trying {
  const { page: proxy } = stage.proxies
  const left = new AbortController()
  let goingDown: Promise<void> | null = null
  let begunAt = Number.POSITIVE_INFINITY
  let back = false
  const comeBack = async () => {
    if (back) return
    back = true
    const ended = stage.time.begin()
    await proxy.comeUp()
    page.setOnline(true)
    ended()
  }
  page.beforeSending(async (count) => {
    if (count !== begunAt) return
    await goingDown
    void stage.time.machine.sleep(seconds * 1000, left.signal).then(comeBack)
  })
  return {
    begin() {
      begunAt = page.sent.length
      page.setOnline(false)
      goingDown = proxy.goDown()
    },
    atRest: () => false,
    isOver: () => back,
    async end() {
      left.abort()
      await comeBack()
    },
  }
}
