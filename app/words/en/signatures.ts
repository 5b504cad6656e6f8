import { room } from '../room.ts'

export const signatures = room('signatures', {
  guest: ({ name }: { name: string }) => `${name} (guest)`,
  unnamedGuest: 'A guest',
  addedBy: ({ name }: { name: string }) => `added by ${name}`,
  tickedBy: ({ name }: { name: string }) => `ticked by ${name}`,
})
