import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'

export const sharing = room('sharing', {
  sharing: 'Sharing',
  // Roles
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
  // Hand over
  handOver: 'Hand over',
  handOverLead:
    'If the person you choose accepts, the list belongs to them and counts towards their storage. You stay on it as an editor. Only they can give it back to you.',
  newOwner: 'New owner',
  chooseSomeone: 'Choose someone',
  youOffered: ({ to }: { to: ReactNode }) =>
    rich`You offered this list to ${to}. It's yours until they accept.`,
  takeBack: 'Take back',
  canBeYours: 'This list can be yours',
  offeredWithoutOwner: ({ until }: { until: string }) =>
    `Its owner deleted their account. If you don't accept by ${until}, it goes to the next editor. If there is none, it's deleted.`,
  offeredByOwner: ({ owner }: { owner: ReactNode }) =>
    rich`${owner} wants to hand it over to you. It will then count towards your storage.`,
  accept: 'Accept',
  decline: 'Decline',
  // Leave
  leave: 'Leave',
  leaveLead: 'To come back, you need a new invitation.',
  leaveLeadOwner: ({ owner }: { owner: string }) => `To come back, you need a new invitation from ${owner}.`,
  // Links
  shareByLink: 'Share by link',
  linkLead: 'Anyone who has it can open this list, without an account.',
  createLink: 'Create link',
  more: 'More',
  role: 'Role',
  rolesHint: 'Editors can change everything, viewers can only look.',
  expires: 'Link expires',
  expiresIn: ({ time }: { time: string }) => `In ${time}`,
  never: 'Never',
  labelOptional: 'Link label (optional)',
  labelExample: 'Flatmates',
  links: 'Links',
  link: 'Link',
  roleAndStart: ({ role, created }: { role: string; created: ReactNode }) =>
    rich`${role} · created ${created} · never expires`,
  roleAndTimes: ({ role, created, expires }: { role: string; created: ReactNode; expires: ReactNode }) =>
    rich`${role} · created ${created} · expires ${expires}`,
  roleAndEnd: ({ role, expires }: { role: string; expires: ReactNode }) => rich`${role} · expires ${expires}`,
  withoutUrl: ({ about }: { about: ReactNode }) =>
    rich`${about} · It still works, but its URL can no longer be shown.`,
  show: 'Show',
  showLink: ({ name }: { name: string }) => `Show ${name}`,
  turnOff: 'Turn off',
  turnOffLink: ({ name }: { name: string }) => `Turn off ${name}`,
  // Shown
  invitation: 'Invitation',
  sendIt: 'Send it, or let someone scan the code.',
  qrCode: 'QR code',
  // People
  people: 'People',
  offeredTo: ({ name }: { name: ReactNode }) =>
    rich`The owner deleted their account. The list is offered to ${name}.`,
  peopleOnList: 'People on this list',
  you: ({ name }: { name: string }) => `${name} (you)`,
  roleAndJoined: ({ role, joined }: { role: string; joined: ReactNode }) => rich`${role} · joined ${joined}`,
  openInvitation: 'Open invitation',
  showInvitation: 'Show the invitation',
  withdraw: 'Withdraw',
  withdrawInvitation: 'Withdraw the invitation',
  save: 'Save',
  saveRole: ({ name }: { name: string }) => `Save the role of ${name}`,
  roleOf: ({ name }: { name: string }) => `Role of ${name}`,
  remove: 'Remove',
  removePerson: ({ name }: { name: string }) => `Remove ${name}`,
  removeFromAll: ({ name }: { name: string }) => `Remove ${name} from all my lists`,
  invite: 'Invite…',
  inviteSomeone: 'Invite someone with an account',
  inviteLead: ({ time }: { time: string }) =>
    `You get a link that works once, for one person, within ${time}.`,
  shareAll: ({ household }: { household: ReactNode }) =>
    rich`To share all of your lists, go to ${household}.`,

  // In the tab
  tab: ({ name }: { name: string }) => `Sharing ${name}`,
  // Household
  household: 'Household',
  inviteToHousehold: 'Invite someone to your household',
  householdLead: ({ time }: { time: string }) =>
    `They can edit all of your lists, including new ones. You get a link that works once, for one person, within ${time}.`,
  firstMakeAList: 'To invite someone, make a list first.',
  youShareAll: ({ name }: { name: ReactNode }) => rich`You share your lists with ${name}, new ones too.`,
  sharesAll: ({ name }: { name: ReactNode }) => rich`${name} shares lists with you, new ones too.`,
  shareBoth: ({ name }: { name: ReactNode }) => rich`You and ${name} share your lists, new ones too.`,
  canView: 'You can view them.',
  shareMineToo: ({ name }: { name: string }) => `Share all my lists with ${name}, too`,
  stopListsOf: ({ name }: { name: string }) => `No new lists from ${name}`,
  // People who aren't in it
  notInIt: 'Not in your household yet',
  onceTheyAccept: 'Once they accept, all of your lists are shared with them, new ones too.',
  askToJoin: 'Ask to join',
  askToJoinNamed: ({ name }: { name: string }) => `Ask to join: ${name}`,
  asked: 'Asked, not accepted yet',
  takeBackNamed: ({ name }: { name: string }) => `Take back: ${name}`,
})
