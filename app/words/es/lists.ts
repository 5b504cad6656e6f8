import type { ReactNode } from 'react'
import type { lists as english } from '../en/lists.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const lists = {
  yourLists: 'Tus listas',
  recentlyDeleted: 'Eliminadas hace poco',
  household: 'Hogar',
  spending: 'Gastos',
  earlier: ({ n }: { n: number }) => `Anteriores (${n})`,
  searchYourLists: 'Buscar en tus listas',
  search: 'Buscar',
  noMatch: ({ search }: { search: string }) => `Ninguna lista coincide con «${search}».`,
  noLists: 'Crea una lista y empieza a comprar',
  listName: 'Nombre de la lista',
  newList: 'Nueva lista',
  add: 'AÑADIR',
  adding: 'Añadiendo…',
  aNewList: 'Crear una lista',
  nextItems: 'Próximos productos',
  andMore: ({ n }: { n: number }) => `y ${n} más`,
  notOnDevice: 'No está en este dispositivo',
  sharedWith: ({ name }: { name: string }) => `con ${name}`,
  sharedWithOthers: 'con otros',
  sharedWithoutOwner: 'Compartida, sin propietario',
  sharedBy: ({ name }: { name: string }) => `Compartida por ${name}`,
  withReceipt: 'con ticket',
  viewList: 'Ver lista',
  viewListNamed: ({ name }: { name: string }) => `Ver lista ${name}`,
  thisList: 'Esta lista',
  deleteList: ({ name }: { name: string }) => `Eliminar la lista ${name}`,
  deletingList: 'Eliminar una lista',
  moreFor: ({ name }: { name: string }) => `Más opciones de ${name}`,
  newNameFor: ({ name }: { name: string }) => `Nuevo nombre de ${name}`,
  rename: 'Renombrar',
  duplicate: 'Duplicar',
  share: 'Compartir',
  sharing: 'Compartir',
  leave: 'Salir de la lista',
  questions: 'Preguntas para ti',
  wantsToShare: ({ name }: { name: ReactNode }) =>
    rich`${name} te invita a su hogar: verás todas sus listas, también las nuevas.`,
  ownerLeft: ({ name }: { name: ReactNode }) =>
    rich`Se eliminó la cuenta a la que pertenecía ${name}. ¿Quieres quedarte con la lista?`,
  ifNotAccepted: ({ until }: { until: string }) =>
    `Tienes hasta el ${until} para aceptar. Después se ofrecerá a otra persona que pueda editarla. Si no queda nadie, se eliminará.`,
  wantsToHandOver: ({ from, name }: { from: ReactNode; name: ReactNode }) =>
    rich`${from} quiere cederte ${name}.`,
  countsTowardsStorage: 'Si aceptas, ocupará parte de tu espacio.',
  sharingIsOff: 'Hasta que respondas no se comparte nada. No compartas con quien no conozcas.',
  keepSharing: 'Seguir compartiendo',
  stopSharing: 'Dejar de compartir',
  moreQuestions: ({ n }: { n: number }) => `Y ${n} más después.`,
  accept: 'Aceptar',
  acceptNamed: ({ name }: { name: string }) => `Aceptar: ${name}`,
  decline: 'Rechazar',
  declineNamed: ({ name }: { name: string }) => `Rechazar: ${name}`,
} satisfies Shape<typeof english>
