/** Chance and delays of one run, all drawn by fast-check so that a run can be told again and shrunk. */
export type Chances = {
  /** 0 ≤ x < 1; no two draws are the same, as with a real one. */
  random(): number
  /** How long the next packet is under way, ms. */
  delay(): number
}

export type Drawn = {
  /** Hundredths. */
  readonly random: readonly number[]
  /** Milliseconds. */
  readonly delays: readonly number[]
}

/** Goes round what was drawn. */
export function createChances({ random, delays }: Drawn): Chances {
  let drawn = 0
  let sent = 0
  return {
    random() {
      const hundredths = random[drawn % random.length] ?? 0
      drawn += 1
      return hundredths / 100 + drawn * 1e-9
    },
    delay() {
      const ms = delays[sent % delays.length] ?? 0
      sent += 1
      return ms
    },
  }
}
