import type { SharedRole } from '#app/domain/access/access.ts'
import type { sharingNotices as english, Invited, Joined } from '../en/sharingNotices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }

const ALWAYS = {
  on: (name: string) => `Deine neuen Listen werden mit ${name} geteilt.`,
  asked: (name: string) => `Sobald ${name} annimmt, werden deine neuen Listen geteilt.`,
  off: (name: string) => `Deine neuen Listen werden nicht mehr mit ${name} geteilt.`,
}

export const sharingNotices = {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    role === 'editor'
      ? `${cut(name)} kann diese Liste jetzt bearbeiten.`
      : `${cut(name)} kann diese Liste jetzt nur noch ansehen.`,
  removed: ({ name, allLists }: Named & { allLists: boolean }) =>
    `${cut(name)} sieht ${allLists ? 'deine Listen' : 'diese Liste'} nicht mehr.`,
  always: ({ name, state }: Named & { state: 'on' | 'asked' | 'off' }) => ALWAYS[state](cut(name)),
  alwaysAccepted: ({ name }: Named) => `Neue Listen von ${cut(name)} werden mit dir geteilt.`,
  alwaysEnded: ({ name }: { name: string | undefined }) =>
    name === undefined
      ? 'Es werden keine neuen Listen mit dir geteilt.'
      : `Neue Listen von ${cut(name)} werden nicht mit dir geteilt.`,
  sharedBefore: ({ n, people }: { n: number; people: string }) =>
    `Bevor das Passwort zurückgesetzt wurde, hat dieses Konto ${n === 0 ? 'seine Listen' : listCount(n)} geteilt: mit ${people}. Weiter teilen?`,
  anyoneWithLink: 'allen mit einem Link',
  sharingKept: 'Deine Listen werden wieder geteilt.',
  sharingStopped: 'Es wird nichts mehr geteilt.',
  offered: ({ name }: Named) =>
    `Du hast diese Liste ${cut(name)} angeboten. Bis zur Zusage gehört sie weiter dir.`,
  offerTakenBack: 'Du hast das Angebot zurückgenommen.',
  offerAccepted: ({ name }: Named) => `„${cut(name)}“ gehört jetzt dir.`,
  offerDeclined: ({ name, isDeleted }: Named & { isDeleted: boolean }) =>
    isDeleted
      ? `Du hast „${cut(name)}“ abgelehnt. Die Liste wurde gelöscht.`
      : `Du hast „${cut(name)}“ abgelehnt.`,
  left: ({ name }: Named) => `Du hast „${cut(name)}“ verlassen.`,
  withdrawn: 'Einladung zurückgezogen. Ihr Link funktioniert nicht mehr.',
  revoked: 'Link abgeschaltet. Er öffnet die Liste nicht mehr.',
  invited: ({ inviter, listName, allLists, role }: Invited) =>
    allLists
      ? `${cut(inviter)} will alle eigenen Listen mit dir teilen, auch neue. Du kannst sie ${role === 'editor' ? 'bearbeiten' : 'ansehen'}.`
      : `${cut(inviter)} lädt dich ein, „${cut(listName)}“ ${role === 'editor' ? 'zu bearbeiten' : 'anzusehen'}.`,
  alreadyOn: ({ listName }: { listName: string }) => `Du bist schon bei „${cut(listName)}“ dabei.`,
  joined: ({ listName, allOf }: Joined) =>
    `Du bist jetzt bei ${allOf === undefined ? `„${cut(listName)}“` : `allen Listen von ${cut(allOf)}`} dabei.`,
} satisfies Shape<typeof english>

const listCount = (n: number) => count(n, { one: '1 Liste', other: `${n} Listen` })
