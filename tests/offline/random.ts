export interface Random {
  /** From 0 to 1. */
  next(): number
  /** From 0 to n - 1. */
  int(n: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (n: number) => Math.floor(next() * n)
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick<T>(choices: readonly T[]) {
      if (choices.length === 0) throw new Error('nothing to pick from')
      return choices[int(choices.length)] as T
    },
  }
}
