import type { recent as english } from '../en/recent.ts'
import type { Shape } from '../room.ts'

export const recent = {
  restore: 'Restaurer',
  restoreNamed: ({ name }: { name: string }) => `Restaurer ${name}`,
  changes: 'Changements récents',
  noChanges: ({ time }: { time: string }) => `Aucun changement depuis ${time}.`,
  undone: 'Annulé',
  undo: 'Annuler',
  undoChange: ({ change }: { change: string }) => `Annuler\u00a0: ${change}`,
  olderChanges: 'Changements plus anciens',
  deletedItems: 'Articles supprimés',
  itemsStay: ({ time }: { time: string }) => `Ils restent ici pendant ${time}.`,
  deleteForGood: 'Supprimer définitivement',
  deleteNamedForGood: ({ name }: { name: string }) => `Supprimer définitivement ${name}`,
  earlierItems: 'Suppressions plus anciennes',
  recentlyDeleted: 'Suppressions récentes',
  nothingDeleted: ({ time }: { time: string }) => `Rien n'a été supprimé depuis ${time}.`,
  everythingStays: ({ time }: { time: string }) => `Tout reste ici pendant ${time}.`,

  tab: ({ name }: { name: string }) => `Changements récents\u00a0: ${name}`,
} satisfies Shape<typeof english>
