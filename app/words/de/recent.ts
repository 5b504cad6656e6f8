import type { recent as english } from '../en/recent.ts'
import type { Shape } from '../room.ts'

export const recent = {
  restore: 'Wiederherstellen',
  restoreNamed: ({ name }: { name: string }) => `${name} wiederherstellen`,
  changes: 'Letzte Änderungen',
  noChanges: ({ time }: { time: string }) => `Keine Änderungen. Was sich ändert, steht ${time} lang hier.`,
  undone: 'Rückgängig gemacht',
  undo: 'Rückgängig',
  undoChange: ({ change }: { change: string }) => `Rückgängig: ${change}`,
  olderChanges: 'Ältere Änderungen',
  deletedItems: 'Gelöschte Artikel',
  itemsStay: ({ time }: { time: string }) => `Sie bleiben ${time} lang hier.`,
  deleteForGood: 'Endgültig löschen',
  deleteNamedForGood: ({ name }: { name: string }) => `${name} endgültig löschen`,
  earlierItems: 'Früher gelöschte Artikel',
  recentlyDeleted: 'Kürzlich gelöscht',
  nothingDeleted: ({ time }: { time: string }) =>
    `Nichts gelöscht. Was du löschst, bleibt ${time} lang hier.`,
  everythingStays: ({ time }: { time: string }) => `Alles bleibt ${time} lang hier.`,

  tab: ({ name }: { name: string }) => `Letzte Änderungen: ${name}`,
} satisfies Shape<typeof english>
