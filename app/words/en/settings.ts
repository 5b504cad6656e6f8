import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'
import { count } from './count.ts'

export const settings = room('settings', {
  settings: 'Settings',
  passwordAndBrowsers: 'Password and browsers',
  forPrograms: 'For programs',
  alsoForLists: ({ symbol, n }: { symbol: string; n: number }) =>
    count(n, {
      one: `Use ${symbol} for the list you have, too?`,
      other: `Use ${symbol} for your ${n} existing lists, too?`,
    }),
  useCurrency: ({ symbol }: { symbol: string }) => `Use ${symbol}`,
  keepCurrencies: 'No',
  save: 'Save',
  formatsAndTimeZone: 'Formats and time zone',

  // Profile
  you: 'You',
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

  // Password
  password: 'Password',
  changePassword: 'Change password',
  changing: 'Changing...',
  currentPassword: 'Current password',
  newPassword: 'New password',

  // Sessions
  whereSignedIn: "Where you're logged in",
  signedInOn: ({ n }: { n: number }) =>
    `You're logged in on ${n} browsers. If you don't recognize one, log out everywhere else and change your password.`,
  signedInHere: "You're logged in on this browser only.",
  thisBrowser: 'This browser',
  anotherBrowser: 'Another browser',
  signedIn: ({ since }: { since: ReactNode }) => rich`Logged in ${since}`,
  lastSeen: ({ at, since }: { at: ReactNode; since: ReactNode }) =>
    rich`Last seen ${at} · logged in ${since}`,
  moreSessions: ({ n }: { n: number }) => `And ${n} more.`,
  signOutElsewhere: 'Log out everywhere else',
  signOutEverywhere: 'Log out everywhere',

  // Shared lists
  showSeen: "Show others what I've seen",

  // Without a connection
  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `Without a connection, this browser opens your ${ahead} latest lists and others you opened in the last ${keptFor}, ${most} in all.`,

  // Remembered items
  showRemembered: 'Show remembered items',

  // Data
  yourData: 'Your data',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Download your lists, items and receipts as one ZIP. Storage used: ${storage}.`,
  downloadData: 'Download your data',

  // Tokens
  whatTokensDo: 'A token lets a script, a shortcut or a smart home read and change your lists.',
  apiReference: 'API reference',
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Token for ${name}. Copy it now: it won't be shown again.`,
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
  deleteMyAccount: 'Delete my account',
})
