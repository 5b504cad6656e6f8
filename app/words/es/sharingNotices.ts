import type { SharedRole } from '#app/domain/access/access.ts'
import type { sharingNotices as english } from '../en/sharingNotices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'

type Named = { name: string }

const ALWAYS = {
  on: (name: string) => `Tus listas nuevas se compartirán con ${name}.`,
  asked: (name: string) => `Cuando ${name} acepte, verá también tus listas nuevas.`,
  off: (name: string) => `Tus listas nuevas ya no se compartirán con ${name}.`,
}

export const sharingNotices = {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    `Ahora ${cut(name)} ${role === 'editor' ? 'puede editar' : 'solo puede ver'} esta lista.`,
  removed: ({ name }: Named) => `${cut(name)} ya no puede ver esta lista.`,
  always: ({ name, state }: Named & { state: 'on' | 'asked' | 'off' }) => ALWAYS[state](cut(name)),
  alwaysAccepted: ({ name }: Named) => `Las listas nuevas de ${cut(name)} se compartirán contigo.`,
  alwaysEnded: ({ name }: { name: string | undefined }) =>
    name === undefined
      ? 'Ya no se compartirán listas nuevas contigo.'
      : `Las listas nuevas de ${cut(name)} ya no se compartirán contigo.`,
  offered: ({ name }: Named) => `Ofreciste esta lista a ${cut(name)}. Es tuya hasta que acepte.`,
  offerTakenBack: 'Retiraste la oferta.',
  offerAccepted: ({ name }: Named) => `Ahora «${cut(name)}» es tuya.`,
  offerDeclined: ({ name, isDeleted }: Named & { isDeleted: boolean }) =>
    isDeleted ? `Rechazaste «${cut(name)}». La lista se eliminó.` : `Rechazaste «${cut(name)}».`,
  left: ({ name }: Named) => `Saliste de «${cut(name)}».`,
  withdrawn: 'Invitación retirada. Su enlace ya no funciona.',
  revoked: 'Enlace desactivado. Ya no abre la lista.',
  invited: ({ inviter, listName, role }: { inviter: string; listName: string; role: SharedRole }) =>
    `${cut(inviter)} te invita a ${role === 'editor' ? 'editar' : 'ver'} «${cut(listName)}».`,
  alreadyOn: ({ listName }: { listName: string }) => `Ya estás en «${cut(listName)}».`,
  joined: ({ listName }: { listName: string }) => `Te uniste a «${cut(listName)}».`,
} satisfies Shape<typeof english>
