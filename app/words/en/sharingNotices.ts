import type { SharedRole } from '#app/domain/access/access.ts'
import { room } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }

export interface Invited {
  inviter: string
  listName: string
  allLists: boolean
  role: SharedRole
}

export interface Joined {
  listName: string
  /** The owner, of an invitation to all lists. */
  allOf?: string
}

const ALWAYS = {
  on: (name: string) => `${name} is in your household.`,
  asked: (name: string) => `Once ${name} accepts, they're in your household.`,
  off: (name: string) => `${name} isn't in your household.`,
}

export const sharingNotices = room('sharingNotices', {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    `${cut(name)} is now ${role === 'editor' ? 'an editor' : 'a viewer'}.`,
  removed: ({ name, allLists }: Named & { allLists: boolean }) =>
    `${cut(name)} can no longer see ${allLists ? 'your lists' : 'this list'}.`,
  always: ({ name, state }: Named & { state: 'on' | 'asked' | 'off' }) => ALWAYS[state](cut(name)),
  alwaysAccepted: ({ name }: Named) =>
    `You're now in the household of ${cut(name)}. You see all of their lists, new ones too.`,
  alwaysEnded: ({ name }: { name: string | undefined }) =>
    name === undefined
      ? 'No new lists will be shared with you.'
      : `New lists of ${cut(name)} won't be shared with you.`,
  sharedBefore: ({ n, people }: { n: number; people: string }) =>
    `Before the password reset, this account shared ${n === 0 ? 'its lists' : listCount(n)} with ${people}. Keep sharing?`,
  anyoneWithLink: 'anyone who has a link',
  sharingKept: 'You share your lists again.',
  sharingStopped: 'Sharing has ended.',
  offered: ({ name }: Named) => `You offered this list to ${cut(name)}. It's yours until they accept.`,
  offerTakenBack: 'You took the offer back.',
  offerAccepted: ({ name }: Named) => `“${cut(name)}” is yours now.`,
  offerDeclined: ({ name, isDeleted }: Named & { isDeleted: boolean }) =>
    isDeleted ? `You declined “${cut(name)}”. It was deleted.` : `You declined “${cut(name)}”.`,
  left: ({ name }: Named) => `You left “${cut(name)}”.`,
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  revoked: 'Link turned off. It no longer opens the list.',
  invited: ({ inviter, listName, allLists, role }: Invited) => {
    const may = role === 'editor' ? 'edit' : 'view'
    return allLists
      ? `${cut(inviter)} invites you to their household: you can ${may} all of their lists, including new ones.`
      : `${cut(inviter)} invites you to ${may} “${cut(listName)}”.`
  },
  alreadyOn: ({ listName }: { listName: string }) => `You're already on “${cut(listName)}”.`,
  joined: ({ listName, allOf }: Joined) =>
    `You're now ${allOf === undefined ? `on “${cut(listName)}”` : `in the household of ${cut(allOf)}`}.`,
})

const listCount = (n: number) => count(n, { one: '1 list', other: `${n} lists` })
