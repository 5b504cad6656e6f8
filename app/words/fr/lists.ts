import type { ReactNode } from 'react'
import type { lists as english } from '../en/lists.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const lists = {
  yourLists: 'Tes listes',
  recentlyDeleted: 'Suppressions récentes',
  household: 'Foyer',
  spending: 'Dépenses',
  earlier: ({ n }: { n: number }) => `Anciennes (${n})`,
  searchYourLists: 'Chercher dans tes listes',
  search: 'Rechercher',
  noMatch: ({ search }: { search: string }) => `Aucune liste avec «\u00a0${search}\u00a0».`,
  noLists: "Crée une liste, et c'est parti pour les courses",
  listName: 'Nom de la liste',
  newList: 'Nouvelle liste',
  add: 'AJOUTER',
  adding: 'Ajout…',
  aNewList: 'Nouvelle liste',
  nextItems: 'Prochains articles',
  andMore: ({ n }: { n: number }) => count(n, { one: `et ${n} autre`, other: `et ${n} autres` }),
  notOnDevice: 'Pas sur cet appareil',
  sharedWith: ({ name }: { name: string }) => `avec ${name}`,
  sharedWithOthers: "avec d'autres",
  sharedWithoutOwner: 'Partagée, sans propriétaire',
  sharedBy: ({ name }: { name: string }) => `Partagée par ${name}`,
  withReceipt: 'avec ticket de caisse',
  viewList: 'Voir la liste',
  viewListNamed: ({ name }: { name: string }) => `Voir la liste ${name}`,
  thisList: 'Cette liste',
  deleteList: ({ name }: { name: string }) => `Supprimer la liste ${name}`,
  deletingList: "Suppression d'une liste",
  moreFor: ({ name }: { name: string }) => `Plus d'options pour ${name}`,
  newNameFor: ({ name }: { name: string }) => `Nouveau nom pour ${name}`,
  rename: 'Renommer',
  duplicate: 'Dupliquer',
  share: 'Partager',
  sharing: 'Partage',
  leave: 'Quitter',
  questions: 'Questions pour toi',
  wantsToShare: ({ name }: { name: ReactNode }) =>
    rich`${name} t'invite dans son foyer\u00a0: tu verras toutes ses listes, même les nouvelles.`,
  ownerLeft: ({ name }: { name: ReactNode }) =>
    rich`La liste ${name} n'a plus de propriétaire\u00a0: son compte a été supprimé. Veux-tu la reprendre\u202f?`,
  ifNotAccepted: ({ until }: { until: string }) =>
    `Sans ton accord d'ici au ${until}, elle est proposée à la prochaine personne qui peut la modifier, sinon supprimée.`,
  wantsToHandOver: ({ from, name }: { from: ReactNode; name: ReactNode }) =>
    rich`${from} veut te céder la liste ${name}.`,
  countsTowardsStorage: 'Elle comptera dans ton espace de stockage.',
  sharingIsOff: "Tant que tu n'as pas répondu, rien n'est partagé. Ne partage pas avec des inconnus.",
  keepSharing: 'Continuer à partager',
  stopSharing: 'Ne plus partager',
  moreQuestions: ({ n }: { n: number }) => `Et encore ${n} ensuite.`,
  accept: 'Accepter',
  acceptNamed: ({ name }: { name: string }) => `Accepter\u00a0: ${name}`,
  decline: 'Refuser',
  declineNamed: ({ name }: { name: string }) => `Refuser\u00a0: ${name}`,
} satisfies Shape<typeof english>
