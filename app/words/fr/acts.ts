import type { acts as english } from '../en/acts.ts'
import type { Shape } from '../room.ts'
import { cut, ended } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }
type Number = { n: number }

/** A `why` as a sentence of its own. */
const capitalized = (why: string) => why.charAt(0).toUpperCase() + why.slice(1)

export const acts = {
  ticked: ({ name }: Named) => ended(`Coché\u00a0: ${cut(name)}`),
  unticked: ({ name }: Named) => ended(`Décoché\u00a0: ${cut(name)}`),
  itemAdded: 'Article ajouté\u202f!',
  itemEdited: 'Article modifié\u202f!',
  additionFailed: "L'article n'a pas été ajouté.",
  editFailed: "L'article n'a pas été modifié.",
  deletedOne: ({ name }: Named) => ended(`Supprimé\u00a0: ${cut(name)}`),
  deletedMany: ({ n }: Number) =>
    count(n, { one: `${n} article supprimé.`, other: `${n} articles supprimés.` }),
  deletedAll: 'Tous les articles ont été supprimés.',
  deletedItem: 'Article supprimé.',
  cleared: ({ n }: Number) =>
    count(n, { one: `Panier vidé\u00a0: ${n} article.`, other: `Panier vidé\u00a0: ${n} articles.` }),
  untickedAll: ({ n }: Number) =>
    count(n, { one: `${n} article décoché.`, other: `${n} articles décochés.` }),
  nothingTicked: "Aucun article n'était coché.",
  addedTo: ({ n, list }: Number & { list: string }) =>
    count(n, {
      one: `${n} article ajouté à la liste «\u00a0${list}\u00a0».`,
      other: `${n} articles ajoutés à la liste «\u00a0${list}\u00a0».`,
    }),
  moved: ({ list }) => `Déplacé vers «\u00a0${cut(list)}\u00a0».`,
  withoutPrices: "Sans les prix\u00a0: l'autre liste a une autre devise.",
  restored: ({ name }: Named) => ended(`Restauré\u00a0: ${cut(name)}`),
  purged: ({ name }: Named) => ended(`Supprimé définitivement\u00a0: ${cut(name)}`),
  forgot: ({ name }: Named) => ended(`Oublié\u00a0: ${cut(name)}`),
  forgotAll: 'Tous les articles ont été oubliés.',

  renamed: ({ name }: Named) => `La liste s'appelle maintenant «\u00a0${cut(name)}\u00a0».`,
  copied: ({ source, isUnshared }: { source: string; isUnshared: boolean }) =>
    `Liste «\u00a0${cut(source)}\u00a0» dupliquée.${isUnshared ? " La copie n'est pas encore partagée." : ''}`,
  currencyChanged: ({ currency, n }: { currency: string; n: number }) =>
    n === 0
      ? `La devise est maintenant ${currency}. Les montants ne changent pas.`
      : count(n, {
          one: `La devise est maintenant ${currency}. ${n} prix a été arrondi.`,
          many: `La devise est maintenant ${currency}. ${n} prix ont été arrondis.`,
          other: `La devise est maintenant ${currency}. ${n} prix ont été arrondis.`,
        }),
  listDeleted: 'Liste supprimée.',

  receiptAdded: 'Ticket de caisse ajouté.',
  receiptUpdated: 'Ticket de caisse remplacé.',
  receiptRemoved: 'Ticket de caisse retiré.',

  looking: 'Recherche des ingrédients…',
  ingredientsFound: ({ n }: { n: number }) =>
    count(n, {
      one: `Déjà ${n} ingrédient trouvé…`,
      other: `Déjà ${n} ingrédients trouvés…`,
    }),
  waited: ({ seconds, max }: { seconds: number; max: number }) => `${seconds} secondes sur ${max} au maximum`,
  useCookbook: 'Utiliser plutôt le livre de cuisine',
  fromCookbook: 'Livre de cuisine intégré',
  fromModel: ({ model }: { model: string }) => `Modèle d'IA\u00a0: ${model}`,
  fromAi: "Serveur d'IA",
  exampleDishes: 'Quiche lorraine\nRatatouille\nLasagnes',
  dishFor: ({ name, n }: Named & { n: string }) => `${name} pour ${n}`,
  ofDishes: ({ dishes, summary }: { dishes: string; summary: string }) => `${dishes}\u00a0: ${summary}`,
  things: ({ n }: Number) => count(n, { one: `${n} ingrédient`, other: `${n} ingrédients` }),
  ingredientsAdded: ({ n }: Number) => count(n, { one: `${n} ajouté`, other: `${n} ajoutés` }),
  ingredientsRaised: ({ n }: Number) => count(n, { one: `${n} augmenté`, other: `${n} augmentés` }),
  ingredientsThere: 'Les ingrédients sont sur ta liste.',
  didYouMean: 'Tu voulais dire\u00a0:',
  insteadOf: ({ name }: Named) => `Au lieu de «\u00a0${name}\u00a0»\u00a0:`,
  addNamed: ({ name }: Named) => `Ajouter «\u00a0${name}\u00a0» à la liste`,
  notAsked: ({ dishes }: { dishes: string }) => `Pas encore ajoutés\u00a0: ${dishes}.`,
  askRest: 'Ajouter aussi',
  probablyAtHome: 'Déjà chez toi\u202f?',
  removeThese: ({ n }: Number) => count(n, { one: 'Retirer', other: 'Les retirer' }),
  removeNamed: ({ name }: Named) => `Retirer ${name}`,

  undone: 'Annulé.',
  redone: 'Rétabli.',
  undonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    `Annulé\u00a0: ${restored} sur ${of}. ${capitalized(why)}.`,
  redonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    `Rétabli\u00a0: ${restored} sur ${of}. ${capitalized(why)}.`,
  undoneInPart: ({ why }: { why: string }) => `Annulé en partie\u00a0: ${why}.`,
  redoneInPart: ({ why }: { why: string }) => `Rétabli en partie\u00a0: ${why}.`,
  nothingUndone: ({ why }: { why: string }) => `Rien n'a été annulé\u00a0: ${why}.`,
  nothingRedone: ({ why }: { why: string }) => `Rien n'a été rétabli\u00a0: ${why}.`,
  receiptGone:
    "L'ancien ticket de caisse ne peut pas être restauré\u00a0: il y en a un plus récent, ou il a été supprimé définitivement.",
  tripUndone: ({ what }: { what: string }) => `Annulé. Les courses indiquaient\u00a0: ${what}.`,
  tripKeepsReceipt:
    'Annulé. Le ticket de caisse reste avec les courses, dans «\u00a0Suppressions récentes\u00a0».',
  tripGone: 'les courses ont été supprimées, ou certains de leurs articles le sont définitivement',
  orderGone: "l'ordre a changé depuis",
  changedSince: ({ names, n }: Number & { names: string }) =>
    count(n, { one: `l'article ${names} a changé depuis`, other: `les articles ${names} ont changé depuis` }),
  goneForGood: ({ n }: Number) =>
    count(n, {
      one: `${n} article a été supprimé définitivement`,
      other: `${n} articles ont été supprimés définitivement`,
    }),
  changedAndGone: ({ changed, gone }: { changed: string; gone: string }) => `${changed}, et ${gone}`,
} satisfies Shape<typeof english>
