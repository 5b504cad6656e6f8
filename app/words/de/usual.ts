import type { usual as english } from '../en/usual.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'

export const usual = {
  title: 'Das Übliche',
  nothing: 'Sonst ist hier nichts üblich.',
  learns: 'Was den Korb verlässt, zählt: Nach ein paar Einkäufen steht es hier.',
  due: 'Wohl wieder fällig',
  rest: 'Sonst noch üblich',
  add: 'HINZUFÜGEN',
  addSome: ({ n }: { n: number }) => `${n} HINZUFÜGEN`,
  forget: ({ name }: { name: string }) => `${cut(name)} vergessen`,
} satisfies Shape<typeof english>
