import type { remembered as english } from '../en/remembered.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Counted = { n: number; number: string }

export const remembered = {
  title: 'Gemerkte Artikel',
  backToSettings: 'Zurück zu den Einstellungen',
  nothingYet: 'Noch nichts. Was du hinzufügst oder abhakst, erscheint hier.',
  items: ({ n }: { n: number }) => `${n} Artikel`,
  foundItems: ({ found, n }: { found: number; n: number }) =>
    count(n, { one: `${found} von 1 Artikel`, other: `${found} von ${n} Artikeln` }),
  whatIsRemembered:
    'Larder merkt sich die Artikel, die du hinzufügst, und ihre Preise, um sie dir beim nächsten Mal vorzuschlagen. Nur du siehst das. Es sind die 5.000, die du zuletzt gebraucht hast.',
  search: 'Suchen',
  noneContains: ({ search }: { search: string }) => `Kein gemerkter Artikel enthält „${search}“.`,
  showAll: 'Alle anzeigen',
  moreItems: ({ n, number }: Counted) =>
    count(n, {
      one: 'Und 1 weiterer. Über die Suche findest du ihn.',
      other: `Und ${number} weitere. Über die Suche findest du sie.`,
    }),
  forget: 'Vergessen',
  forgetItem: ({ name }: { name: string }) => `${name} vergessen`,
  forgetItemIn: ({ name, unit }: { name: string; unit: string }) => `${name} (${unit}) vergessen`,

  forgetAll: 'Alle vergessen',
  startsAgain: 'Larder fängt mit dem nächsten Artikel, den du hinzufügst, wieder von vorn an.',
  forgetAllItems: 'Alle Artikel vergessen',
  forgetAllItemsSure: 'Alle Artikel vergessen?',
  whatForgettingDoes: ({ n, number }: Counted) =>
    count(n, {
      one: 'Larder vergisst den einen Artikel, den es sich für dich gemerkt hat, und seine Preise. Deine Listen bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
      other: `Larder vergisst die ${number} Artikel, die es sich für dich gemerkt hat, und ihre Preise. Deine Listen bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.`,
    }),
  forgetting: 'Wird vergessen\u00a0…',
  cancel: 'Abbrechen',
} satisfies Shape<typeof english>
