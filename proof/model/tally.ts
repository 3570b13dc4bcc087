/** How often everything happened, over all runs. */
export type Tally = {
  count(what: string, times?: number): void
  all(): ReadonlyMap<string, number>
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    count: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
    all: () => counts,
  }
}

/** The counts as a table for whoever runs the model. */
export function tableOf(counts: ReadonlyMap<string, number>): string {
  const names = [...counts.keys()].sort()
  const width = Math.max(...names.map((name) => name.length))
  return names
    .map((name) => `  ${name.padEnd(width)} ${String(counts.get(name)).padStart(8)}`)
    .join('\n')
}
