import type { ReactNode } from 'react'
import type { lists as english } from '../en/lists.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const lists = {
  yourLists: 'Deine Listen',
  recentlyDeleted: 'Kürzlich gelöscht',
  household: 'Haushalt',
  spending: 'Ausgaben',
  earlier: ({ n }: { n: number }) => `Frühere (${n})`,
  searchYourLists: 'Deine Listen durchsuchen',
  search: 'Suchen',
  noMatch: ({ search }: { search: string }) => `Keine Liste passt zu „${search}“.`,
  noLists: 'Leg eine Liste an und geh einkaufen',
  listName: 'Name der Liste',
  newList: 'Neue Liste',
  add: 'ANLEGEN',
  adding: 'Wird angelegt\u00a0…',
  aNewList: 'Neue Liste',
  nextItems: 'Nächste Artikel',
  andMore: ({ n }: { n: number }) => count(n, { one: 'und 1 weiterer', other: `und ${n} weitere` }),
  notOnDevice: 'Nicht auf diesem Gerät',
  sharedWith: ({ name }: { name: string }) => `mit ${name}`,
  sharedWithOthers: 'mit anderen',
  sharedWithoutOwner: 'Geteilt, gehört niemandem',
  sharedBy: ({ name }: { name: string }) => `Geteilt von ${name}`,
  withReceipt: 'mit Kassenbon',
  viewList: 'Liste öffnen',
  viewListNamed: ({ name }: { name: string }) => `Liste öffnen: ${name}`,
  thisList: 'Diese Liste',
  deleteList: ({ name }: { name: string }) => `Liste ${name} löschen`,
  deletingList: 'Liste löschen',
  moreFor: ({ name }: { name: string }) => `Mehr zu ${name}`,
  newNameFor: ({ name }: { name: string }) => `Neuer Name für ${name}`,
  rename: 'Umbenennen',
  duplicate: 'Duplizieren',
  share: 'Teilen',
  sharing: 'Teilen',
  leave: 'Verlassen',
  questions: 'Fragen an dich',
  wantsToShare: ({ name }: { name: ReactNode }) =>
    rich`${name} lädt dich in den Haushalt ein: Du siehst dann alle Listen, auch neue.`,
  ownerLeft: ({ name }: { name: ReactNode }) =>
    rich`Das Konto, zu dem ${name} gehörte, wurde gelöscht. Möchtest du die Liste übernehmen?`,
  ifNotAccepted: ({ until }: { until: string }) =>
    `Wenn du sie nicht bis zum ${until} annimmst, wird die nächste Person gefragt, die sie bearbeiten kann. Gibt es keine, wird die Liste gelöscht.`,
  wantsToHandOver: ({ from, name }: { from: ReactNode; name: ReactNode }) =>
    rich`${from} möchte dir die Liste ${name} übergeben.`,
  countsTowardsStorage: 'Sie zählt dann zu deinem Speicherplatz.',
  sharingIsOff: 'Bis du antwortest, wird nichts geteilt. Teile nicht mit Leuten, die du nicht kennst.',
  keepSharing: 'Weiter teilen',
  stopSharing: 'Nicht mehr teilen',
  moreQuestions: ({ n }: { n: number }) =>
    count(n, { one: 'Danach kommt noch 1 Frage.', other: `Danach kommen noch ${n} Fragen.` }),
  accept: 'Annehmen',
  acceptNamed: ({ name }: { name: string }) => `Annehmen: ${name}`,
  decline: 'Ablehnen',
  declineNamed: ({ name }: { name: string }) => `Ablehnen: ${name}`,
} satisfies Shape<typeof english>
