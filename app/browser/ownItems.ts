// The browser creates item ids, so a tab can tell its own new items from other people's.

const ownItems = new Set<string>()

export function markOwnItem(itemId: string): void {
  ownItems.add(itemId)
}

export function areOwnItems({
  itemID,
  itemIDs = itemID ? [itemID] : [],
}: {
  itemID?: string
  itemIDs?: string[]
}): boolean {
  return itemIDs.length > 0 && itemIDs.every((id) => ownItems.has(id))
}
