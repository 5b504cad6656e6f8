import type { currency as english } from '../en/currency.ts'
import type { Shape } from '../room.ts'

export const currency = {
  title: 'Währung',
  label: 'Währung dieser Liste',
  help: 'Die Preise behalten ihre Zahlen: 3,50 bleibt 3,50, in der neuen Währung. Hat sie keine Nachkommastellen, werden die Preise gerundet. Du kannst es rückgängig machen.',
  save: 'Speichern',
  saving: 'Wird gespeichert\u00a0…',
  cancel: 'Abbrechen',
} satisfies Shape<typeof english>
