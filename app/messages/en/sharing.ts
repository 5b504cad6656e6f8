import type { SharedRole } from '#app/domain/access/access.ts'
import { cut } from '../format.ts'

type Named = { name: string }

export const sharing = {
  roleSet: ({ name, role }: Named & { role: SharedRole }) =>
    `${cut(name)} is now ${role === 'editor' ? 'an editor' : 'a viewer'}.`,
  removed: ({ name }: Named) => `${cut(name)} can no longer see this list.`,
  always: ({ name, always }: Named & { always: boolean }) =>
    always
      ? `Your new lists will be shared with ${cut(name)}.`
      : `Your new lists will no longer be shared with ${cut(name)}.`,
  handedOver: ({ name }: Named) => `This list now belongs to ${cut(name)}. You're an editor.`,
  left: ({ name }: Named) => `You left “${cut(name)}”.`,
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
  revoked: 'Link turned off. It no longer opens the list.',
  invited: ({ inviter, listName, role }: { inviter: string; listName: string; role: SharedRole }) =>
    `${cut(inviter)} invites you to ${role === 'editor' ? 'edit' : 'view'} “${cut(listName)}”.`,
  alreadyOn: ({ listName }: { listName: string }) => `You're already on “${cut(listName)}”.`,
  joined: ({ listName }: { listName: string }) => `You're now on “${cut(listName)}”.`,
}
