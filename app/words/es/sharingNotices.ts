import type { SharedRole } from '#app/domain/access/access.ts'
import type { sharingNotices as english, Invited, Joined } from '../en/sharingNotices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }

const ALWAYS = {
  on: (name: string) => `${name} está en tu hogar.`,
  asked: (name: string) => `Cuando ${name} acepte, estará en tu hogar.`,
  off: (name: string) => `${name} no está en tu hogar.`,
}

export const sharingNotices = {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    `Ahora ${cut(name)} ${role === 'editor' ? 'puede editar' : 'solo puede ver'} esta lista.`,
  removed: ({ name, allLists }: Named & { allLists: boolean }) =>
    `${cut(name)} ya no puede ver ${allLists ? 'tus listas' : 'esta lista'}.`,
  always: ({ name, state }: Named & { state: 'on' | 'asked' | 'off' }) => ALWAYS[state](cut(name)),
  alwaysAccepted: ({ name }: Named) =>
    `Ahora estás en el hogar de ${cut(name)} y ves todas sus listas, también las nuevas.`,
  alwaysEnded: ({ name }: { name: string | undefined }) =>
    name === undefined
      ? 'Ya no se compartirán listas nuevas contigo.'
      : `Las listas nuevas de ${cut(name)} ya no se compartirán contigo.`,
  sharedBefore: ({ n, people }: { n: number; people: string }) =>
    `Antes de cambiar la contraseña, esta cuenta compartía ${n === 0 ? 'sus listas' : listCount(n)} con ${people}. ¿Quieres seguir compartiendo?`,
  anyoneWithLink: 'quien tenga un enlace',
  sharingKept: 'Vuelves a compartir tus listas.',
  sharingStopped: 'Ya no se comparte nada.',
  offered: ({ name }: Named) => `Ofreciste esta lista a ${cut(name)}. Es tuya hasta que acepte.`,
  offerTakenBack: 'Retiraste la oferta.',
  offerAccepted: ({ name }: Named) => `Ahora «${cut(name)}» es tuya.`,
  offerDeclined: ({ name, isDeleted }: Named & { isDeleted: boolean }) =>
    isDeleted ? `Rechazaste «${cut(name)}». La lista se eliminó.` : `Rechazaste «${cut(name)}».`,
  left: ({ name }: Named) => `Saliste de «${cut(name)}».`,
  withdrawn: 'Invitación retirada. Su enlace ya no funciona.',
  revoked: 'Enlace desactivado. Ya no abre la lista.',
  invited: ({ inviter, listName, allLists, role }: Invited) => {
    const may = role === 'editor' ? 'editar' : 'ver'
    return allLists
      ? `${cut(inviter)} te invita a su hogar: podrás ${may} todas sus listas, también las nuevas.`
      : `${cut(inviter)} te invita a ${may} «${cut(listName)}».`
  },
  alreadyOn: ({ listName }: { listName: string }) => `Ya estás en «${cut(listName)}».`,
  joined: ({ listName, allOf }: Joined) =>
    allOf === undefined ? `Te uniste a «${cut(listName)}».` : `Ahora estás en el hogar de ${cut(allOf)}.`,
} satisfies Shape<typeof english>

const listCount = (n: number) => count(n, { one: '1 lista', other: `${n} listas` })
