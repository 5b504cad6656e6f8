const MOST_TEXTS = 5_000

/**
 * For texts that are read again for each page. When it is full, it starts again. Not for pieces of longer texts: they
 * would keep all of those in memory.
 */
export function readOnce<Result extends string | boolean>(
  read: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = read(text)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(text, result)
    return result
  }
}
