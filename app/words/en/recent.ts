import { room } from '../room.ts'

export const recent = room('recent', {
  restore: 'Restore',
  restoreNamed: ({ name }: { name: string }) => `Restore ${name}`,
  // Of a list
  changes: 'Recent changes',
  noChanges: ({ time }: { time: string }) => `Nothing has changed in the last ${time}.`,
  undone: 'Undone',
  undo: 'Undo',
  undoChange: ({ change }: { change: string }) => `Undo ${change}`,
  olderChanges: 'Older changes',
  deletedItems: 'Deleted items',
  itemsStay: ({ time }: { time: string }) => `They stay here for ${time}.`,
  deleteForGood: 'Delete for good',
  deleteNamedForGood: ({ name }: { name: string }) => `Delete for good ${name}`,
  earlierItems: 'Items deleted earlier',
  // Lists
  recentlyDeleted: 'Recently deleted',
  nothingDeleted: ({ time }: { time: string }) => `Nothing was deleted in the last ${time}.`,
  everythingStays: ({ time }: { time: string }) => `Everything stays here for ${time}.`,

  // In the tab
  tab: ({ name }: { name: string }) => `Recent changes of ${name}`,
})
