import { useEffect, useState } from 'react'

/** The time, again every `everyMs` while `running`; reads the clock once more when the tab returns. */
export function useNow(now: () => number, everyMs: number, running = true) {
  const [time, setTime] = useState(now)
  useEffect(() => {
    if (!running) return
    const tick = () => setTime(now())
    tick()
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [now, everyMs, running])
  return time
}
