/** How many slips of the finger a word of this length may contain and still be meant. */
export function typosAllowed(length: number): number {
  if (length <= 3) return 0
  if (length <= 6) return 1
  if (length <= 9) return 2
  return 3
}

/** Letters added, dropped, changed or swapped between two words; Infinity once it is more than `limit`. */
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

/** The typos by which `typed` may stand for `meant`, or Infinity when it is another word. */
export function typosIn(typed: string, meant: string): number {
  const limit = typosAllowed(meant.length)
  if (limit === 0) return typed === meant ? 0 : Infinity
  // In short words a wrong first letter makes another word: rifle is not trifle.
  if (limit === 1 && typed[0] !== meant[0]) return Infinity
  return beginAlike(typed, meant) ? typosBetween(typed, meant, limit) : Infinity
}

function beginAlike(a: string, b: string): boolean {
  return a[0] === b[0] || a[1] === b[1] || a[0] === b[1] || a[1] === b[0]
}
