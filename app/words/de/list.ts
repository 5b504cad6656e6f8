import type { ReactNode } from 'react'
import type { list as english } from '../en/list.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const list = {
  viewOnly: 'Nur lesen',
  changesHere: 'Änderungen auf diesem Gerät',

  // Items
  emptyEdit: 'Schreib auf, was du brauchst, und geh einkaufen',
  emptyRead: 'Auf dieser Liste steht noch nichts.',
  basket: ({ n }: { n: number }) => `Im Korb (${n})`,
  edit: ({ name }: { name: string }) => `${name} bearbeiten`,
  delete: ({ name }: { name: string }) => `${name} löschen`,
  ticked: 'Abgehakt',
  notTicked: 'Offen',
  forAll: ' für ',
  guess: 'geschätzt',
  lastPrice: 'letzter Preis',
  notSent: 'noch nicht gesendet',

  // All done
  allDone: 'Alles erledigt',
  inTheBasket: ({ n }: { n: number }) => `${n} Artikel im Korb`,
  withoutPrice: ({ n }: { n: number }) => `davon ${n} ohne Preis`,
  guessed: 'einige Preise geschätzt',
  addTheReceipt: 'Kassenbon anhängen',
  viewTheReceipt: 'Kassenbon ansehen',
  startAgain: 'Neu beginnen',
  startAgainFrom: 'Mit dieser Liste neu beginnen',

  // Footer
  total: 'Geschätzt:',
  inBasket: ({ sum }: { sum: string }) => `${sum} im Korb`,
  unpriced: ({ n }: { n: number }) => `${n} ohne Preis`,
  asOf: ({ time }: { time: ReactNode }) => rich`Stand: ${time}`,
  deleteAll: 'Alle löschen',
  addItem: '+ ARTIKEL',
  /** The title of its dialog. */
  newItem: 'NEUER ARTIKEL',
  addReceipt: '+ BON',
  viewReceipt: 'BON ANSEHEN',

  // Line for adding
  add: 'DAZU',
  addItems: 'Artikel hinzufügen',
  addHint: '2 kg Kartoffeln, Milch x3',
  /** One a line. A tap adds it as it stands here. */
  exampleLines: 'Milch\n10 Eier\n2 kg Kartoffeln\nBrot',
  examples: 'Beispiele',
  often: 'Oft gekauft',
  suggestions: 'Vorschläge',
  suggested: ({ n }: { n: number }) => count(n, { one: '1 Vorschlag', other: `${n} Vorschläge` }),

  // Item
  editItem: 'ARTIKEL BEARBEITEN',
  name: 'Name',
  quantity: 'Menge',
  price: 'Preis',
  unit: 'Einheit',
  pieces: 'Stück',
  priceFor: 'Für',
  one: '1 Stück',
  allOfIt: 'alles',
  submit: 'SPEICHERN',
  submitting: 'WIRD GESPEICHERT\u00a0…',
  addAnother: 'Noch einen',
  notAdded: ({ name }: { name: string }) => `„${name}“ wurde nicht hinzugefügt.`,

  // Menu and its dialogs
  more: 'Mehr',
  rename: 'Umbenennen',
  renameList: 'LISTE UMBENENNEN',
  duplicate: 'Duplizieren',
  shareText: 'Als Text teilen',
  shareAsText: 'ALS TEXT TEILEN',
  listAsText: 'Liste als Text',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  print: 'Drucken',
  paste: 'Liste einfügen',
  recent: 'Letzte Änderungen',
  currency: 'Währung',
  untickAll: 'Alle Haken entfernen',
  clearDone: 'Abgehakte löschen',
  shortcuts: 'Tastenkürzel',

  // Recipes
  recipe: 'Rezept',
  enterRecipe: 'Rezept eingeben, die KI findet die Zutaten\u00a0…',
  askAi: 'KI FRAGEN',
  loading: 'Lädt\u00a0…',
  recipeFirst: 'Gib zuerst den Namen eines Rezepts ein.',
  addNamed: ({ name }: { name: string }) => `„${name}“ auf die Liste setzen`,
  didYouMean: 'Meintest du:',
  recipesFromCookbook: 'Rezepte aus dem Kochbuch von Larder',
  recipesFrom: ({ source }: { source: string }) => `Rezepte von ${source}`,
  looking: 'Zutaten werden gesucht\u00a0…',
  found: ({ n }: { n: number }) =>
    count(n, { one: 'Bisher 1 Zutat gefunden\u00a0…', other: `Bisher ${n} Zutaten gefunden\u00a0…` }),
  cancel: 'Abbrechen',

  // Others
  yourLists: 'Deine Listen',
  searchLists: 'Deine Listen durchsuchen',
  yourName: 'Dein Name',
  save: 'Speichern',
  nameHint: 'Andere sehen ihn neben allem, was du hinzufügst und abhakst.',
  seenUpTo: ({ name, time }: { name: string; time: ReactNode }) =>
    rich`${name} hat alles bis ${time} gesehen.`,
  notYet: ({ names }: { names: string }) => `Noch nicht: ${names}.`,
  withLink: 'Jemand mit einem Link',
  withNamedLink: ({ name }: { name: string }) => `Jemand mit dem Link „${name}“`,
} satisfies Shape<typeof english>
