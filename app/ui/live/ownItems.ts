// The browser creates item ids, so a tab can tell its own new items from other people's.

const ownItems = new Set<string>()

export function markOwnItem(itemId: string): void {
  ownItems.add(itemId)
}

export function isOwnItem(itemId: string | undefined): boolean {
  return itemId !== undefined && ownItems.has(itemId)
}
