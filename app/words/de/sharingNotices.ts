import type { SharedRole } from '#app/domain/access/access.ts'
import type { sharingNotices as english, Invited, Joined } from '../en/sharingNotices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }

const ALWAYS = {
  on: (name: string) => `${name} gehört zu deinem Haushalt.`,
  asked: (name: string) => `Nach der Zusage gehört ${name} zu deinem Haushalt.`,
  off: (name: string) => `${name} gehört nicht zu deinem Haushalt.`,
}

export const sharingNotices = {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    role === 'editor'
      ? `${cut(name)} kann diese Liste jetzt bearbeiten.`
      : `${cut(name)} kann diese Liste jetzt nur noch ansehen.`,
  removed: ({ name, allLists }: Named & { allLists: boolean }) =>
    `${cut(name)} sieht ${allLists ? 'deine Listen' : 'diese Liste'} nicht mehr.`,
  always: ({ name, state }: Named & { state: 'on' | 'asked' | 'off' }) => ALWAYS[state](cut(name)),
  alwaysAccepted: ({ name }: Named) =>
    `Du gehörst jetzt zum Haushalt von ${cut(name)} und siehst alle Listen, auch neue.`,
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
      ? `${cut(inviter)} lädt dich in den Haushalt ein. Du kannst dann alle Listen von ${cut(inviter)} ${role === 'editor' ? 'bearbeiten' : 'ansehen'}, auch neue.`
      : `${cut(inviter)} lädt dich ein, „${cut(listName)}“ ${role === 'editor' ? 'zu bearbeiten' : 'anzusehen'}.`,
  alreadyOn: ({ listName }: { listName: string }) => `Du bist schon bei „${cut(listName)}“ dabei.`,
  joined: ({ listName, allOf }: Joined) =>
    allOf === undefined
      ? `Du bist jetzt bei „${cut(listName)}“ dabei.`
      : `Du gehörst jetzt zum Haushalt von ${cut(allOf)}.`,
} satisfies Shape<typeof english>

const listCount = (n: number) => count(n, { one: '1 Liste', other: `${n} Listen` })
