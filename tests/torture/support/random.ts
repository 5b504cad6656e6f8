// Random choices and results. TORTURE_SEED=… repeats a run with the same choices, but timing still varies.

const seed = Number(process.env.TORTURE_SEED ?? Date.now() % 1_000_000)

export interface Random {
  /** At least `min`, below `max`. */
  between(min: number, max: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
}

/** The same numbers for the same seed and name. */
export function createRandom(name: string): Random {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, seed)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => Math.floor(min + next() * (max - min))
  return {
    between,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[between(0, values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
  }
}

/** Prints the results of a test. */
export function report(name: string, figures: Record<string, number | string>): void {
  const list = Object.entries(figures).map(([key, value]) => `${key} ${value}`)
  process.stdout.write(`torture: ${name}: ${list.join(', ')} (seed ${seed})\n`)
}
