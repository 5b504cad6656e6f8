import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'

export const landing = room('landing', {
  shopOnce: 'Shop once.',
  forgetNothing: 'Forget nothing.',
  description: 'An AI-powered tool to streamline your grocery lists, track expenses and store receipts.',
  phone:
    'A list in Larder on a phone: open items with quantities and prices, ticked items below, and an estimated total.',
  yourLists: 'Your lists',
  register: 'Register',
  logIn: 'Login',
  madeBy: 'Made with care by the Larder developers.',

  // Reasons
  shared: 'Shared with your household',
  sharedText: 'A tick shows on every phone at once. Guests need a link, not an account.',
  offline: 'Works without reception',
  offlineText: 'Tick and add in the basement of the supermarket. Larder sends it later.',
  typed: 'Just type it',
  typedText: '“2 kg potatoes 3.50, milk x3” becomes two items, and you know the total before you pay.',
  undo: ({ days }: { days: string }) => `Undo for ${days}`,
  undoText: 'A tick, an edit, even a deleted list. What is saved stays saved, even in a power cut.',
  fast: 'Fast on old phones',
  fastText: 'Pages are small and open fast, even on a bad connection.',
  ownServer: 'On your own server',
  ownServerText: 'Your lists stay with you. No account anywhere else.',

  // First steps
  serverIsNew: 'This server is new:',
  noAccountsYet: ({ serverIsNew, createFirst }: { serverIsNew: ReactNode; createFirst: ReactNode }) =>
    rich`${serverIsNew} it has no accounts yet. ${createFirst}.`,
  noAccountsAndClosed: ({ serverIsNew, command }: { serverIsNew: ReactNode; command: ReactNode }) =>
    rich`${serverIsNew} it has no accounts yet, and registration is closed. The person who runs it can create one with ${command}.`,
  createFirst: 'Create the first one',

  /** Of the installed app. */
  appDescription: 'Grocery lists for your household, on your own server.',
  // In the tab
  tab: 'Larder: grocery lists for your household',
})
