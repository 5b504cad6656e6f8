// Ids are made in the browser, so a tab knows which of the new items are its own.

const own = new Set<string>()

export function markOwnItem(itemId: string): void {
  own.add(itemId)
}

export function isOwnItem(itemId: string | undefined): boolean {
  return itemId !== undefined && own.has(itemId)
}
