import type { currency as english } from '../en/currency.ts'
import type { Shape } from '../room.ts'

export const currency = {
  title: 'Währung',
  label: 'Währung dieser Liste',
  help: 'Die Beträge bleiben gleich: 3,50 sind auch in der neuen Währung 3,50. Hat sie keine Nachkommastellen, werden die Preise gerundet. Du kannst es rückgängig machen.',
  save: 'Speichern',
  saving: 'Wird gespeichert\u00a0…',
  cancel: 'Abbrechen',
} satisfies Shape<typeof english>
