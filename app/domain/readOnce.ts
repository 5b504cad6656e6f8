const MOST_TEXTS = 5_000
/** Longer ones are rare, and would need much memory. */
const MOST_CHARACTERS = 500

/** For pure functions that read the same names for each page. When it is full, it starts again. */
export function readOnce<Result extends string | boolean>(
  read: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (text.length > MOST_CHARACTERS) return read(text)
    // A piece of a long text would keep all of that in memory.
    const own: string = JSON.parse(JSON.stringify(text))
    const result = read(own)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(own, result)
    return result
  }
}
