import type { aisles as english } from '../en/aisles.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const aisles = {
  title: 'Reihenfolge im Laden',
  added: 'Nach Eingabe',
  offer: 'Larder kennt jetzt deinen Weg durch den Laden.',
  decline: 'Nein, danke',
  category: 'Abteilung',

  about:
    'So ist die Liste nach Abteilung sortiert, für alle, die sie benutzen. Larder lernt es daran, wann du was abhakst: Nach zwei Einkäufen ist es dein Weg.',
  learned: ({ n }) => count(n, { one: 'Aus 1 Einkauf gelernt', other: `Aus ${n} Einkäufen gelernt` }),
  moved: 'Von Hand verschoben',
  usual: 'Wie in den meisten Läden',
  up: ({ name }) => `${name} nach oben`,
  down: ({ name }) => `${name} nach unten`,
  wasMoved: ({ name }) => `Verschoben: ${name}.`,
  reset: 'ZURÜCKSETZEN',
  resets: 'Vergisst, was gelernt und verschoben wurde.',
  wasReset: 'Die Reihenfolge ist wieder wie in den meisten Läden.',
} satisfies Shape<typeof english>
