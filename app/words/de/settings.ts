import type { ReactNode } from 'react'
import type { settings as english } from '../en/settings.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const settings = {
  settings: 'Einstellungen',
  passwordAndBrowsers: 'Passwort und Browser',
  forPrograms: 'Für Programme',
  alsoForLists: ({ symbol, n }: { symbol: string; n: number }) =>
    count(n, {
      one: `${symbol} auch für deine Liste verwenden?`,
      other: `${symbol} auch für deine ${n} Listen verwenden?`,
    }),
  useCurrency: ({ symbol }: { symbol: string }) => `${symbol} verwenden`,
  keepCurrencies: 'Nein',
  save: 'Speichern',
  formatsAndTimeZone: 'Formate und Zeitzone',

  you: 'Du',
  saving: 'Wird gespeichert\u00a0…',
  yourName: 'Dein Name',
  email: 'E-Mail',
  changeEmail: 'E-Mail-Adresse ändern',
  nextEmail: 'Neue E-Mail-Adresse',

  language: 'Sprache',
  automatic: 'Automatisch',
  numbersAndDates: 'Zahlen und Datum',
  timeZone: 'Zeitzone',
  currency: 'Währung neuer Listen',

  password: 'Passwort',
  changePassword: 'Passwort ändern',
  changing: 'Wird geändert\u00a0…',
  currentPassword: 'Aktuelles Passwort',
  newPassword: 'Neues Passwort',

  whereSignedIn: 'Wo du angemeldet bist',
  signedInOn: ({ n }: { n: number }) =>
    `Du bist in ${n} Browsern angemeldet. Wenn du einen davon nicht kennst, melde dich überall sonst ab und ändere dein Passwort.`,
  signedInHere: 'Du bist nur in diesem Browser angemeldet.',
  thisBrowser: 'Dieser Browser',
  anotherBrowser: 'Anderer Browser',
  signedIn: ({ since }: { since: ReactNode }) => rich`Angemeldet seit ${since}`,
  lastSeen: ({ at, since }: { at: ReactNode; since: ReactNode }) =>
    rich`Zuletzt aktiv: ${at} · angemeldet seit ${since}`,
  moreSessions: ({ n }: { n: number }) => count(n, { one: 'Und 1 weiterer.', other: `Und ${n} weitere.` }),
  signOutElsewhere: 'Überall sonst abmelden',
  signOutEverywhere: 'Überall abmelden',

  showSeen: 'Anderen zeigen, was ich gesehen habe',

  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `Ohne Verbindung öffnet dieser Browser ${keptFor} lang deine ${ahead} neuesten Listen und andere, die du geöffnet hast, bis zu ${most}.`,

  showRemembered: 'Gemerkte Artikel anzeigen',

  yourData: 'Deine Daten',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Lade deine Listen, Artikel und Kassenbons als ZIP-Datei herunter. Belegter Speicherplatz: ${storage}.`,
  downloadData: 'Deine Daten herunterladen',

  whatTokensDo:
    'Mit einem Token kann ein Skript, ein Kurzbefehl oder ein Smart Home deine Listen lesen und ändern.',
  apiReference: 'API-Referenz',
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Token für ${name}. Kopiere es jetzt: Es wird nicht noch einmal angezeigt.`,
  yourTokens: 'Deine Tokens',
  createToken: 'Token erstellen',
  tokenName: 'Name des Tokens',
  tokenExample: 'Home Assistant',
  lastUsed: ({ created, lastUsed }: { created: string; lastUsed: string }) =>
    `Erstellt am ${created} · zuletzt benutzt am ${lastUsed}`,
  neverUsed: ({ created }: { created: string }) => `Erstellt am ${created} · nie benutzt`,
  revoke: 'Widerrufen',
  revokeToken: ({ name }: { name: string }) => `${name} widerrufen`,

  deleteMyAccount: 'Mein Konto löschen',
} satisfies Shape<typeof english>
