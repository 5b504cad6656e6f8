import type { acts as english } from '../en/acts.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }
type Counted = { n: number }

export const acts = {
  ticked: ({ name }: Named) => `${cut(name)} abgehakt.`,
  unticked: ({ name }: Named) => `Haken für ${cut(name)} entfernt.`,
  itemAdded: 'Artikel hinzugefügt.',
  itemEdited: 'Artikel gespeichert.',
  additionFailed: 'Artikel nicht hinzugefügt.',
  editFailed: 'Artikel nicht gespeichert.',
  deletedOne: ({ name }: Named) => `${cut(name)} gelöscht.`,
  deletedMany: ({ n }: Counted) => `${n} Artikel gelöscht.`,
  deletedAll: 'Alle Artikel gelöscht.',
  deletedItem: 'Artikel gelöscht.',
  cleared: ({ n }: Counted) =>
    count(n, { one: '1 abgehakter Artikel gelöscht.', other: `${n} abgehakte Artikel gelöscht.` }),
  untickedAll: ({ n }: Counted) =>
    count(n, { one: 'Haken für 1 Artikel entfernt.', other: `Haken für ${n} Artikel entfernt.` }),
  nothingTicked: 'Es war kein Artikel abgehakt.',
  addedTo: ({ n, list }: Counted & { list: string }) => `${n} Artikel zu „${list}“ hinzugefügt.`,
  restored: ({ name }: Named) => `${cut(name)} wiederhergestellt.`,
  purged: ({ name }: Named) => `${cut(name)} endgültig gelöscht.`,
  forgot: ({ name }: Named) => `${cut(name)} ist vergessen.`,
  forgotAll: 'Alle gemerkten Artikel sind vergessen.',

  renamed: ({ name }: Named) => `Die Liste heißt jetzt „${cut(name)}“.`,
  copied: ({ source, isUnshared }: { source: string; isUnshared: boolean }) =>
    `„${cut(source)}“ dupliziert.${isUnshared ? ' Die Kopie ist noch nicht geteilt.' : ''}`,
  currencyChanged: ({ currency, n }: { currency: string; n: number }) =>
    n === 0
      ? `Die Währung ist jetzt ${currency}. Die Beträge bleiben gleich.`
      : count(n, {
          one: `Die Währung ist jetzt ${currency}. 1 Preis wurde gerundet.`,
          other: `Die Währung ist jetzt ${currency}. ${n} Preise wurden gerundet.`,
        }),
  moved: ({ list }) => `Nach „${cut(list)}“ verschoben.`,
  withoutPrices: 'Ohne Preise: Die andere Liste hat eine andere Währung.',
  listDeleted: 'Liste gelöscht.',

  receiptAdded: 'Kassenbon angehängt.',
  receiptUpdated: 'Kassenbon ersetzt.',
  receiptRemoved: 'Kassenbon entfernt.',

  looking: 'Zutaten werden gesucht\u00a0…',
  ingredientsFound: ({ n }: { n: number }) =>
    count(n, { one: 'Bisher 1 Zutat gefunden\u00a0…', other: `Bisher ${n} Zutaten gefunden\u00a0…` }),
  waited: ({ seconds, max }: { seconds: number; max: number }) => `${seconds} von höchstens ${max} Sekunden`,
  useCookbook: 'Stattdessen das Kochbuch fragen',
  fromCookbook: 'Eingebautes Kochbuch',
  fromModel: ({ model }: { model: string }) => `KI-Modell: ${model}`,
  fromAi: 'KI-Server',
  exampleDishes: 'Lasagne\nPfannkuchen\nKaiserschmarrn',
  dishFor: ({ name, n }: Named & { n: string }) => `${name} für ${n}`,
  ofDishes: ({ dishes, summary }: { dishes: string; summary: string }) => `${dishes}: ${summary}`,
  things: ({ n }: Counted) => count(n, { one: '1 Zutat', other: `${n} Zutaten` }),
  ingredientsAdded: ({ n }: Counted) => `${n} hinzugefügt`,
  ingredientsRaised: ({ n }: Counted) => `${n} erhöht`,
  ingredientsThere: 'Die Zutaten stehen schon auf deiner Liste.',
  didYouMean: 'Meintest du:',
  insteadOf: ({ name }: Named) => `Statt „${name}“:`,
  addNamed: ({ name }: Named) => `„${name}“ auf die Liste setzen`,
  notAsked: ({ dishes }: { dishes: string }) => `Noch nicht dabei: ${dishes}.`,
  askRest: 'Auch hinzufügen',
  probablyAtHome: 'Wohl zu Hause:',
  removeThese: ({ n }: Counted) => count(n, { one: 'Entfernen', other: 'Alle entfernen' }),
  removeNamed: ({ name }: Named) => `${name} entfernen`,

  undone: 'Rückgängig gemacht.',
  redone: 'Wiederholt.',
  undonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    `Rückgängig gemacht: ${restored} von ${of}. ${why}.`,
  redonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    `Wiederholt: ${restored} von ${of}. ${why}.`,
  undoneInPart: ({ why }: { why: string }) => `Zum Teil rückgängig gemacht: ${why}.`,
  redoneInPart: ({ why }: { why: string }) => `Zum Teil wiederholt: ${why}.`,
  nothingUndone: ({ why }: { why: string }) => `Nichts rückgängig gemacht: ${why}.`,
  nothingRedone: ({ why }: { why: string }) => `Nichts wiederholt: ${why}.`,
  receiptGone:
    'Der alte Kassenbon lässt sich nicht wiederherstellen: Es gibt einen neueren, oder er wurde endgültig gelöscht.',
  tripUndone: ({ what }: { what: string }) => `Rückgängig gemacht. Im Einkauf stand: ${what}.`,
  tripKeepsReceipt: 'Rückgängig gemacht. Der Kassenbon bleibt beim Einkauf, unter „Kürzlich gelöscht“.',
  tripGone: 'Der Einkauf wurde gelöscht, oder einige seiner Artikel sind endgültig weg',
  orderGone: 'Die Reihenfolge wurde seitdem geändert',
  changedSince: ({ names, n }: Counted & { names: string }) =>
    `${names} ${n === 1 ? 'wurde' : 'wurden'} inzwischen geändert`,
  goneForGood: ({ n }: Counted) =>
    count(n, { one: '1 Artikel wurde endgültig gelöscht', other: `${n} Artikel wurden endgültig gelöscht` }),
  changedAndGone: ({ changed, gone }: { changed: string; gone: string }) => `${changed}, und ${gone}`,
} satisfies Shape<typeof english>
