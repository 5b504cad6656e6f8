import type { ReactNode } from 'react'
import type { errorPages as english } from '../en/errorPages.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const errorPages = {
  forbidden: 'No puedes hacer esto',
  unchanged: 'No se cambió nada.',
  notFound: 'Página no encontrada',
  gone: 'Esta página no existe o se eliminó.',
  linkGone: 'Enlace no encontrado',
  inviteGone: 'Invitación no encontrada',
  failed: 'No funcionó',
  unsupported: 'Esta página no admite esa acción. No se cambió nada.',
  unclear: 'El servidor no entendió la petición. No se cambió nada.',
  tooLarge: 'Demasiado grande',
  tooMuchData: 'Larder no puede recibir tantos datos de una vez. No se cambió nada.',
  tooMany: 'Demasiadas peticiones',
  wait: 'Espera un momento e inténtalo otra vez.',
  busy: 'Servidor ocupado',
  listsSafe: 'Tus listas están a salvo. Inténtalo otra vez en un momento.',
  full: 'Disco lleno',
  cantSave: 'El servidor no puede guardar nada en este momento. Tus listas siguen ahí.',
  wrong: 'Algo salió mal',
  allSafe: 'Hubo un error en el servidor. Todo lo que guardaste está a salvo. Inténtalo otra vez.',
  report: ({ id }: { id: ReactNode }) => rich`Si avisas del error, indica este número: ${id}`,
  back: 'Volver a Larder',
} satisfies Shape<typeof english>
