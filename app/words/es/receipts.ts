import type { receipts as english } from '../en/receipts.ts'
import type { Shape } from '../room.ts'

export const receipts = {
  title: 'TICKET',
  viewing: 'Ver el ticket',
  adding: 'Añadir un ticket',
  of: ({ name }: { name: string }) => `Ticket de ${name}`,
  fit: 'Ajustar el ticket a la ventana',
  full: 'Mostrar el ticket a tamaño completo',
  preview: 'Vista previa',
  photo: 'Foto del ticket',
  replace: 'Cambiar la foto',
  choose: 'Saca o elige una foto',
  chooseOther: 'Saca o elige otra foto',
  hint: 'JPEG, PNG o WebP, hasta 10 MB.',
  upload: 'Subida',
  add: 'SUBIR EL TICKET',
  addPending: 'SUBIENDO…',
  update: 'ACTUALIZAR EL TICKET',
  updatePending: 'ACTUALIZANDO…',
  remove: 'Quitar el ticket',
  goes: 'El ticket va con la compra.',
} satisfies Shape<typeof english>
