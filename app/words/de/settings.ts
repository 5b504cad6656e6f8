import type { ReactNode } from 'react'
import type { settings as english } from '../en/settings.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const settings = {
  settings: 'Einstellungen',

  you: 'Du',
  saveName: 'Namen speichern',
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
  saveLanguage: 'Sprache speichern',
  languageHelp:
    '„Automatisch“ richtet sich nach diesem Browser. Auch E-Mails an dich kommen in dieser Sprache.',

  password: 'Passwort',
  passwordSignsOut:
    'Mit einem neuen Passwort wirst du in allen anderen Browsern abgemeldet. API-Tokens gelten weiter, bis du sie widerrufst.',
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

  sharedLists: 'Geteilte Listen',
  whoHasSeen:
    'Auf einer geteilten Liste sehen alle, wer die neuesten Änderungen kennt: „Ben hat alles bis 10:42 gesehen.“ Wenn du das ausschaltest, sieht niemand, wie weit du bist.',
  showSeen: 'Anderen zeigen, was ich gesehen habe',

  withoutConnection: 'Ohne Verbindung',
  keptLists: ({ ahead, most, keptFor }: { ahead: number; most: number; keptFor: string }) =>
    `Dieser Browser speichert ${keptFor} lang bis zu ${most} Listen: deine ${ahead} neuesten und weitere, die du öffnest. Ohne Verbindung kannst du sie öffnen und Artikel abhaken, hinzufügen, bearbeiten und löschen. Die Änderungen werden gesendet, sobald die Verbindung wieder da ist. Beim Abmelden werden die Listen aus diesem Browser gelöscht.`,
  onIPhone:
    'Auf dem iPhone und iPad werden Änderungen nur gesendet, solange Larder geöffnet ist. Wenn du Larder sieben Tage lang nicht benutzt, löscht Safari die gespeicherten Listen und Änderungen. Das passiert nicht, wenn du Larder zum Home-Bildschirm hinzufügst.',

  rememberedItems: 'Gemerkte Artikel',
  whatIsRemembered:
    'Larder merkt sich Artikel und Preise, um sie dir beim nächsten Mal vorzuschlagen. Nur du siehst das.',
  showRemembered: 'Gemerkte Artikel anzeigen',

  yourData: 'Deine Daten',
  dataAsZip: ({ storage }: { storage: string }) =>
    `Lade deine Listen, Artikel und Kassenbons als ZIP-Datei herunter. Belegter Speicherplatz: ${storage}.`,
  downloadData: 'Deine Daten herunterladen',

  tokens: 'API-Tokens',
  whatTokensDo:
    'Mit einem Token kann ein Skript, ein Kurzbefehl oder ein Smart Home deine Listen lesen und ändern. Das können alle, die das Token haben. Erstelle für jeden Zweck ein eigenes und widerrufe, was du nicht mehr brauchst.',
  apiReference: 'API-Referenz',
  copyToken: ({ name }: { name: ReactNode }) =>
    rich`Token für ${name}. Kopiere es jetzt: Es wird nicht noch einmal angezeigt.`,
  noTokens: 'Noch keine Tokens.',
  yourTokens: 'Deine Tokens',
  createToken: 'Token erstellen',
  tokenName: 'Name des Tokens',
  tokenExample: 'Home Assistant',
  lastUsed: ({ created, lastUsed }: { created: string; lastUsed: string }) =>
    `Erstellt am ${created} · zuletzt benutzt am ${lastUsed}`,
  neverUsed: ({ created }: { created: string }) => `Erstellt am ${created} · nie benutzt`,
  revoke: 'Widerrufen',
  revokeToken: ({ name }: { name: string }) => `${name} widerrufen`,

  deleteAccount: 'Konto löschen',
  whatDeletingDoes:
    'Löscht dein Konto mit allen Listen, Artikeln und Kassenbons endgültig. Auf der nächsten Seite wirst du nach deinem Passwort gefragt.',
  deleteMyAccount: 'Mein Konto löschen',
} satisfies Shape<typeof english>
