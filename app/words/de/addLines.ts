import type { addLines as english } from '../en/addLines.ts'
import type { Shape } from '../room.ts'

export const addLines = {
  addToAList: 'Zu einer Liste hinzufügen',
  list: 'Liste',
  orCreateList: 'Oder neue Liste anlegen',
  listName: 'Name der Liste',
  listExample: 'Wocheneinkauf',
  someLeftOut: 'Ein paar Zeilen haben nicht mehr gepasst. Teile sie noch einmal extra.',
  noItemsFound: 'In diesem Text haben wir keine Artikel gefunden.',
  sharedExample: 'Milch\n2 Brote',
  quantityFirst: 'Ein Artikel pro Zeile, die Menge zuerst.',

  pasteAList: 'Liste einfügen',
  pastedExample: '2 kg Kartoffeln\n10 Eier 2,99',
  whatIsRemoved:
    'Ein Artikel pro Zeile. Du kannst auch ein Rezept oder eine Nachricht einfügen: Aufzählungszeichen, Uhrzeiten und Absender werden entfernt.',
  cancel: 'Abbrechen',

  items: 'Artikel',
  next: 'Weiter',
  itemsToAdd: 'Was auf die Liste kommt',
  line: ({ n }: { n: number }) => `Zeile ${n}`,
  addToList: 'Auf die Liste setzen',
  adding: 'Wird hinzugefügt\u00a0…',
} satisfies Shape<typeof english>
