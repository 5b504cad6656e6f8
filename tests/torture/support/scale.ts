// `npm test` runs everything small; `npm run torture` runs it to the figures we promise. Either can
// be repeated: TORTURE_SEED=… takes the same decisions again (the machine's timing stays its own).

const full = process.env.TORTURE === 'full'
const seed = Number(process.env.TORTURE_SEED ?? Date.now() % 1_000_000)

/** How much of it: a key such as TORTURE_KILLS=500 overrides both. */
export function scale(key: string, size: { short: number; full: number }): number {
  const given = process.env[`TORTURE_${key}`]
  return given ? Number(given) : full ? size.full : size.short
}

export interface Dice {
  /** At least `min`, below `max`. */
  between(min: number, max: number): number
  /** True that often out of one. */
  chance(share: number): boolean
  pick<T>(values: readonly T[]): T
}

/** The same numbers for the same seed and name. */
export function dice(name: string): Dice {
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
    chance: (share) => next() < share,
    pick: (values) => {
      const value = values[between(0, values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
  }
}

/** What was reached: the figures for the closing note. */
export function report(what: string, figures: Record<string, number | string>): void {
  const list = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`torture: ${what}: ${list.join(', ')} (seed ${seed})\n`)
}
