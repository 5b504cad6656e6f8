import type { receipts as english } from '../en/receipts.ts'
import type { Shape } from '../room.ts'

export const receipts = {
  title: 'KASSENBON',
  viewing: 'Kassenbon ansehen',
  adding: 'Kassenbon anhängen',
  of: ({ name }: { name: string }) => `Kassenbon zu ${name}`,
  fit: 'Kassenbon an das Fenster anpassen',
  full: 'Kassenbon in voller Größe anzeigen',
  preview: 'Vorschau',
  photo: 'Foto vom Kassenbon',
  replace: 'Foto ersetzen',
  choose: 'Foto machen oder auswählen',
  chooseOther: 'Neues Foto machen oder auswählen',
  hint: 'JPEG, PNG oder WebP, bis 10 MB.',
  upload: 'Hochladen',
  add: 'KASSENBON ANHÄNGEN',
  addPending: 'WIRD ANGEHÄNGT\u00a0…',
  update: 'KASSENBON ERSETZEN',
  updatePending: 'WIRD ERSETZT\u00a0…',
  remove: 'Kassenbon entfernen',
  goes: 'Der Kassenbon gehört dazu.',
} satisfies Shape<typeof english>
