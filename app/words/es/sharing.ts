import type { ReactNode } from 'react'
import type { sharing as english } from '../en/sharing.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const sharing = {
  sharing: 'Compartir',
  owner: 'Puede editar y compartir',
  editor: 'Puede editar',
  viewer: 'Puede ver',
  handOver: 'Ceder la lista',
  handOverLead:
    'Si la persona que elijas acepta, la lista pasa a ser suya y ocupa su espacio. Tú podrás seguir editándola. Solo esa persona podrá devolvértela.',
  newOwner: 'Ceder a',
  chooseSomeone: 'Elige a alguien',
  youOffered: ({ to }: { to: ReactNode }) => rich`Ofreciste esta lista a ${to}. Es tuya hasta que acepte.`,
  takeBack: 'Retirar la oferta',
  canBeYours: 'Esta lista puede ser tuya',
  offeredWithoutOwner: ({ until }: { until: string }) =>
    `Se eliminó la cuenta a la que pertenecía. Tienes hasta el ${until} para aceptar. Después se ofrecerá a otra persona que pueda editarla. Si no queda nadie, se eliminará.`,
  offeredByOwner: ({ owner }: { owner: ReactNode }) =>
    rich`${owner} quiere cedértela. Si aceptas, ocupará parte de tu espacio.`,
  accept: 'Aceptar',
  decline: 'Rechazar',
  leave: 'Salir de la lista',
  leaveLead: 'Para volver, necesitarás otra invitación.',
  leaveLeadOwner: ({ owner }: { owner: string }) => `Para volver, necesitarás otra invitación de ${owner}.`,
  shareByLink: 'Compartir con un enlace',
  linkLead: 'Quien lo tenga puede abrir esta lista, sin cuenta.',
  createLink: 'Crear enlace',
  more: 'Más',
  role: 'Permiso',
  rolesHint: 'Con «Puede editar» se puede cambiar todo; con «Puede ver», solo mirar.',
  expires: 'El enlace caduca',
  expiresIn: ({ time }: { time: string }) => `En ${time}`,
  never: 'Nunca',
  labelOptional: 'Nombre del enlace (opcional)',
  labelExample: 'Familia',
  links: 'Enlaces',
  link: 'Enlace',
  roleAndStart: ({ role, created }: { role: string; created: ReactNode }) =>
    rich`${role} · creado: ${created} · no caduca`,
  roleAndTimes: ({ role, created, expires }: { role: string; created: ReactNode; expires: ReactNode }) =>
    rich`${role} · creado: ${created} · caduca: ${expires}`,
  roleAndEnd: ({ role, expires }: { role: string; expires: ReactNode }) => rich`${role} · caduca: ${expires}`,
  withoutUrl: ({ about }: { about: ReactNode }) =>
    rich`${about} · Sigue funcionando, pero ya no se puede mostrar su dirección.`,
  show: 'Mostrar',
  showLink: ({ name }: { name: string }) => `Mostrar ${name}`,
  turnOff: 'Desactivar',
  turnOffLink: ({ name }: { name: string }) => `Desactivar ${name}`,
  invitation: 'Invitación',
  sendIt: 'Envía la dirección o deja que escaneen el código.',
  qrCode: 'Código QR',
  people: 'Personas',
  offeredTo: ({ name }: { name: ReactNode }) =>
    rich`Se eliminó la cuenta a la que pertenecía la lista. Ahora se ofrece a ${name}.`,
  peopleOnList: 'Personas en esta lista',
  you: ({ name }: { name: string }) => `${name} (tú)`,
  roleAndJoined: ({ role, joined }: { role: string; joined: ReactNode }) =>
    rich`${role} · se unió: ${joined}`,
  openInvitation: 'Invitación pendiente',
  showInvitation: 'Mostrar la invitación',
  withdraw: 'Retirar',
  withdrawInvitation: 'Retirar la invitación',
  save: 'Guardar',
  saveRole: ({ name }: { name: string }) => `Guardar el permiso de ${name}`,
  roleOf: ({ name }: { name: string }) => `Permiso de ${name}`,
  remove: 'Quitar',
  removePerson: ({ name }: { name: string }) => `Quitar a ${name}`,
  removeFromAll: ({ name }: { name: string }) => `Quitar a ${name} de todas mis listas`,
  invite: 'Invitar…',
  inviteSomeone: 'Invitar a alguien con cuenta',
  inviteLead: ({ time }: { time: string }) =>
    `Recibes un enlace para una sola persona, que sirve una vez y caduca en ${time}.`,
  shareAll: ({ household }: { household: ReactNode }) =>
    rich`Para compartir todas tus listas, ve a ${household}.`,

  tab: ({ name }: { name: string }) => `Compartir ${name}`,

  household: 'Hogar',
  inviteToHousehold: 'Invitar a tu hogar',
  householdLead: ({ time }: { time: string }) =>
    `Quien invites podrá editar todas tus listas, también las nuevas. Recibes un enlace para una sola persona, que sirve una vez y caduca en ${time}.`,
  firstMakeAList: 'Para invitar a alguien, crea primero una lista.',
  youShareAll: ({ name }: { name: ReactNode }) => rich`Compartes tus listas con ${name}, también las nuevas.`,
  sharesAll: ({ name }: { name: ReactNode }) =>
    rich`${name} comparte sus listas contigo, también las nuevas.`,
  shareBoth: ({ name }: { name: ReactNode }) =>
    rich`Tus listas y las de ${name} se comparten, también las nuevas.`,
  canView: 'Puedes verlas.',
  shareMineToo: ({ name }: { name: string }) => `Compartir también todas mis listas con ${name}`,
  stopListsOf: ({ name }: { name: string }) => `No recibir más listas nuevas de ${name}`,
  notInIt: 'Aún no están en tu hogar',
  onceTheyAccept: 'Quien acepte verá todas tus listas, también las nuevas.',
  askToJoin: 'Pedir que se una',
  askToJoinNamed: ({ name }: { name: string }) => `Pedir que se una: ${name}`,
  asked: 'Falta que acepte',
  takeBackNamed: ({ name }: { name: string }) => `Retirar la oferta: ${name}`,
} satisfies Shape<typeof english>
