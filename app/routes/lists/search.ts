const MAX_SEARCH = 200

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The lists whose name contains all words, whatever their accents and case. */
export function matching<T extends { name: string }>(lists: T[], search: string): T[] {
  const words = plain(search.slice(0, MAX_SEARCH)).split(/\s+/).filter(Boolean)
  return lists.filter(({ name }) => {
    const text = plain(name)
    return words.every((word) => text.includes(word))
  })
}
