/** Random choices, the same for the same seed. */
export interface Random {
  below(limit: number): number
  one<T>(of: readonly T[]): T
  /** True with a probability of 1 / times. */
  oneIn(times: number): boolean
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    one<T>(of: readonly T[]): T {
      const found = of[below(of.length)]
      if (found === undefined) throw new Error('nothing to choose from')
      return found
    },
  }
}
