import type { SharedRole } from '#app/domain/access/access.ts'
import type { sharingNotices as english, Invited, Joined } from '../en/sharingNotices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }

const ALWAYS = {
  on: (name: string) => `${name} fait partie de ton foyer.`,
  asked: (name: string) => `${name} fera partie de ton foyer après avoir accepté.`,
  off: (name: string) => `${name} ne fait pas partie de ton foyer.`,
}

export const sharingNotices = {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    role === 'editor'
      ? `${cut(name)} peut maintenant modifier cette liste.`
      : `Désormais, ${cut(name)} peut voir cette liste, mais pas la modifier.`,
  removed: ({ name, allLists }: Named & { allLists: boolean }) =>
    `${cut(name)} ne peut plus voir ${allLists ? 'tes listes' : 'cette liste'}.`,
  always: ({ name, state }: Named & { state: 'on' | 'asked' | 'off' }) => ALWAYS[state](cut(name)),
  alwaysAccepted: ({ name }: Named) =>
    `Tu fais maintenant partie du foyer de ${cut(name)} et vois toutes ses listes, même les nouvelles.`,
  alwaysEnded: ({ name }: { name: string | undefined }) =>
    name === undefined
      ? 'Aucune nouvelle liste ne sera partagée avec toi.'
      : `${cut(name)} ne partagera pas ses nouvelles listes avec toi.`,
  sharedBefore: ({ n, people }: { n: number; people: string }) =>
    `Avant la réinitialisation du mot de passe, ce compte partageait ${n === 0 ? 'ses listes' : listCount(n)} avec ${people}. Continuer\u202f?`,
  anyoneWithLink: 'toute personne qui a un lien',
  sharingKept: 'Tes listes sont de nouveau partagées.',
  sharingStopped: "Plus rien n'est partagé.",
  offered: ({ name }: Named) =>
    `Tu as proposé cette liste à ${cut(name)}. Elle reste à toi tant que cette personne n'a pas accepté.`,
  offerTakenBack: 'Proposition retirée.',
  offerAccepted: ({ name }: Named) => `La liste «\u00a0${cut(name)}\u00a0» est maintenant à toi.`,
  offerDeclined: ({ name, isDeleted }: Named & { isDeleted: boolean }) =>
    isDeleted
      ? `Tu as refusé la liste «\u00a0${cut(name)}\u00a0». Elle a été supprimée.`
      : `Tu as refusé la liste «\u00a0${cut(name)}\u00a0».`,
  left: ({ name }: Named) => `Tu as quitté la liste «\u00a0${cut(name)}\u00a0».`,
  withdrawn: 'Invitation annulée. Son lien ne marche plus.',
  revoked: "Lien désactivé. Il n'ouvre plus la liste.",
  invited: ({ inviter, listName, allLists, role }: Invited) => {
    const may = role === 'editor' ? 'modifier' : 'voir'
    return allLists
      ? `${cut(inviter)} t'invite dans son foyer\u00a0: tu pourras ${may} toutes ses listes, même les nouvelles.`
      : `${cut(inviter)} t'invite à ${may} la liste «\u00a0${cut(listName)}\u00a0».`
  },
  alreadyOn: ({ listName }: { listName: string }) =>
    `Tu es déjà membre de la liste «\u00a0${cut(listName)}\u00a0».`,
  joined: ({ listName, allOf }: Joined) =>
    allOf === undefined
      ? `Tu es maintenant membre de la liste «\u00a0${cut(listName)}\u00a0».`
      : `Tu fais maintenant partie du foyer de ${cut(allOf)}.`,
} satisfies Shape<typeof english>

const listCount = (n: number) => count(n, { one: '1 liste', other: `${n} listes` })
