/** Damerau-Levenshtein distance: letters added, dropped, changed or swapped; Infinity above `limit`. */
export function typosBetween(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return Infinity

  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let left = row
    let fewest = row
    for (let column = 1; column <= b.length; column++) {
      const changed = a[row - 1] === b[column - 1] ? 0 : 1
      left = Math.min((last[column] ?? 0) + 1, left + 1, (last[column - 1] ?? 0) + changed)
      if (changed && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        left = Math.min(left, (beforeLast[column - 2] ?? Infinity) + 1)
      }
      current.push(left)
      fewest = Math.min(fewest, left)
    }
    if (fewest > limit) return Infinity
    beforeLast = last
    last = current
  }
  const typos = last[b.length] ?? Infinity
  return typos <= limit ? typos : Infinity
}

export function typosIn(typed: string, expected: string): number {
  const limit = Math.min(3, Math.floor((expected.length - 1) / 3))
  if (limit === 0) return typed === expected ? 0 : Infinity
  // In short words, a different first letter makes a different word: rifle is not trifle.
  if (limit === 1 && typed[0] !== expected[0]) return Infinity
  return startAlike(typed, expected) ? typosBetween(typed, expected, limit) : Infinity
}

const startAlike = (a: string, b: string) => a[0] === b[0] || a[1] === b[1] || a[0] === b[1] || a[1] === b[0]
