import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'

export const settings = room('settings', {
  settings: 'Settings',

  // Profile
  you: 'You',
  saveName: 'Save name',
  saving: 'Saving...',
  yourName: 'Your name',
  email: 'Email',
  changeEmail: 'Change email',
  nextEmail: 'New email',

  // Language
  language: 'Language',
  automatic: 'Automatic',
  numbersAndDates: 'Numbers and dates',
  timeZone: 'Time zone',
  currency: 'Currency of new lists',
  saveLanguage: 'Save language',
  languageHelp: 'Automatic follows your browser. Emails to you are in this language, too.',

  // Password
  password: 'Password',
  passwordSignsOut:
    'A new password signs out all your other browsers. API tokens keep working until you revoke them.',
  changePassword: 'Change password',
  changing: 'Changing...',
  currentPassword: 'Current password',
  newPassword: 'New password',

  // Sessions
  whereSignedIn: "Where you're signed in",
  signedInOn: ({ n }: { n: number }) =>
    `You're signed in on ${n} browsers. If you don't recognize one, sign out everywhere else and change your password.`,
  signedInHere: "You're signed in on this browser only.",
  thisBrowser: 'This browser',
  anotherBrowser: 'Another browser',
  signedIn: ({ since }: { since: ReactNode }) => rich`Signed in ${since}`,
  lastSeen: ({ at, since }: { at: ReactNode; since: ReactNode }) =>
    rich`Last seen ${at} · signed in ${since}`,
  moreSessions: ({ n }: { n: number }) => `And ${n} more.`,
  signOutElsewhere: 'Sign out everywhere else',
  signOutEverywhere: 'Sign out everywhere',

  // Shared lists
  sharedLists: 'Shared lists',
  whoHasSeen:
    'On a shared list, members see who has the latest changes: “Ben has seen everything up to 10:42.” If you turn this off, nobody sees how far you have read.',
  showSeen: "Show others what I've seen",

  // Without a connection
  withoutConnection: 'Without a connection',
  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `This browser keeps your ${ahead} latest lists and others that you open, up to ${most} in all, for ${keptFor}. You can open them, tick, add, edit and delete without a connection. Changes are sent when it's back, and logging out deletes the kept lists.`,
  onIPhone:
    'On an iPhone or iPad, changes are only sent while Larder is open. Safari deletes what it keeps after seven days of use without Larder, unless you add Larder to the Home Screen.',

  // Remembered items
  rememberedItems: 'Remembered items',
  whatIsRemembered: 'Larder remembers items and prices, to suggest them next time. Only you see this.',
  showRemembered: 'Show remembered items',

  // Data
  yourData: 'Your data',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Download your lists, items and receipts as one ZIP. Storage used: ${storage}.`,
  downloadData: 'Download your data',

  // Tokens
  tokens: 'API tokens',
  whatTokensDo:
    'A token lets a script, a shortcut or a smart home read and change your lists. Anyone who has it can do the same, so create a separate token for each and revoke the ones you no longer use.',
  apiReference: 'API reference',
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Token for ${name}. Copy it now: it won't be shown again.`,
  noTokens: 'No tokens yet.',
  yourTokens: 'Your tokens',
  createToken: 'Create token',
  tokenName: 'Token name',
  tokenExample: 'Home Assistant',
  lastUsed: ({ created, lastUsed }: { created: string; lastUsed: string }) =>
    `Created ${created} · last used ${lastUsed}`,
  neverUsed: ({ created }: { created: string }) => `Created ${created} · never used`,
  revoke: 'Revoke',
  revokeToken: ({ name }: { name: string }) => `Revoke ${name}`,

  // Account
  deleteAccount: 'Delete account',
  whatDeletingDoes:
    'Permanently deletes your account with all lists, items and receipts. The next page asks for your password.',
  deleteMyAccount: 'Delete my account',
})
