import type { currency as english } from '../en/currency.ts'
import type { Shape } from '../room.ts'

export const currency = {
  title: 'Moneda',
  label: 'Moneda de esta lista',
  help: 'Las cifras no cambian: 3,50 son 3,50 en la nueva moneda. Si esta no tiene decimales, los precios se redondean. Puedes deshacerlo.',
  save: 'Guardar',
  saving: 'Guardando…',
  cancel: 'Cancelar',
} satisfies Shape<typeof english>
