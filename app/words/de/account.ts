import type { ReactNode } from 'react'
import type { account as english } from '../en/account.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const account = {
  email: 'E-Mail',
  emailExample: 'du@example.org',
  password: 'Passwort',
  newPasswordLength: ({ n }: { n: number }) => `Mindestens ${n} Zeichen`,
  show: 'Zeigen',
  yourPassword: 'Dein Passwort',
  currentPassword: 'Aktuelles Passwort',
  name: 'Name',
  yourName: 'Dein Name',
  submit: 'Weiter',
  submitting: 'Einen Moment\u00a0…',

  loginTitle: 'ANMELDEN',
  signInToAcceptYours: 'Melde dich an, um deine Einladung anzunehmen.',
  signedInAs: ({ name }: { name: string }) => `Du bist als ${name} angemeldet.`,
  goToLists: 'Zu deinen Listen',
  forgotPassword: 'Passwort vergessen?',
  needAccount: 'Noch kein Konto?',
  signUp: 'REGISTRIEREN',

  registerTitle: 'REGISTRIEREN',
  registerToAcceptYours: 'Registriere dich und melde dich dann an, um deine Einladung anzunehmen.',
  alreadyMember: 'Schon registriert?',
  logIn: 'ANMELDEN',
  noMailToConfirm:
    'Dieser Server verschickt keine E-Mails. Bitte nach dem Registrieren die Person, die ihn betreibt, dein Konto zu bestätigen.',
  noMailToReset:
    'Dieser Server verschickt keine E-Mails. Wenn du dein Passwort vergisst, frag die Person, die ihn betreibt, nach einem Link für ein neues.',

  forgotTitle: 'PASSWORT VERGESSEN',
  enterEmail:
    'Gib deine E-Mail-Adresse ein. Wir senden dir einen Link, mit dem du ein neues Passwort festlegst.',
  sendLink: 'Link anfordern',
  sendingLink: 'Wird angefordert\u00a0…',
  alreadyHaveAccount: 'Schon ein Konto?',
  checkEmail: 'Schau in dein Postfach',
  linkSent: ({ lifetime }: { lifetime: string }) =>
    `Wenn es zu dieser E-Mail-Adresse ein Konto gibt, haben wir einen Link gesendet. Er gilt ${lifetime}.`,
  askForLink:
    'Dieser Server verschickt keine E-Mails. Frag die Person, die ihn betreibt, nach einem Link für ein neues Passwort.',
  goBack: 'Zurück',

  resetTitle: 'NEUES PASSWORT',
  reset: 'SPEICHERN',
  resetting: 'Wird gespeichert\u00a0…',
  getNewLink: 'Neuen Link anfordern',
  needNewLink: 'Neuer Link nötig?',
  getOne: 'ANFORDERN',

  confirmTitle: 'E-Mail bestätigen',
  confirming: 'Wird bestätigt\u00a0…',
  confirm: 'Meine E-Mail bestätigen',
  didNotRegister: 'Ich habe mich nicht registriert',
  confirmedTitle: 'Konto bestätigt',
  confirmed: 'Danke! Du kannst dich jetzt anmelden.',
  alreadyConfirmedTitle: 'Schon bestätigt',
  alreadyConfirmed: 'Deine E-Mail-Adresse ist schon bestätigt. Du kannst dich anmelden.',
  pleaseLogIn: 'Jetzt anmelden',
  notConfirmedTitle: 'Nicht bestätigt',
  notConfirmed: 'Das hat nicht geklappt. Prüf bitte, ob der Bestätigungslink vollständig ist.',
  signIn: 'Anmelden',

  invitationTitle: 'EINLADUNG',
  openList: 'Liste öffnen',
  accept: 'Annehmen',
  shareMineToo: 'Auch alle meine teilen',
  changeLater: 'Unter „Haushalt“ kannst du das später ändern.',
  accepting: 'Wird angenommen\u00a0…',
  signInOrRegisterToAccept:
    'Melde dich an oder registriere dich, um die Einladung anzunehmen. Danach bist du wieder hier.',
  signInToAccept: 'Melde dich an, um die Einladung anzunehmen. Danach bist du wieder hier.',
  register: 'Registrieren',

  deleteTitle: 'KONTO LÖSCHEN',
  deletes: ({ email }: { email: ReactNode }) =>
    rich`Das Konto ${email} wird mit allen Artikeln und Kassenbons endgültig gelöscht. Du wirst auf allen Geräten abgemeldet. Das lässt sich nicht rückgängig machen.`,
  deletesLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`Das Konto ${email} wird mit ${listCount(n)}, allen Artikeln und Kassenbons endgültig gelöscht. Du wirst auf allen Geräten abgemeldet. Das lässt sich nicht rückgängig machen.`,
  deletesUnshared: ({ email }: { email: ReactNode }) =>
    rich`Das Konto ${email} wird mit allen zugehörigen Artikeln und Kassenbons endgültig gelöscht. Du wirst auf allen Geräten abgemeldet. Das lässt sich nicht rückgängig machen.`,
  deletesUnsharedLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`Das Konto ${email} wird mit ${listCount(n)} samt allen zugehörigen Artikeln und Kassenbons endgültig gelöscht. Du wirst auf allen Geräten abgemeldet. Das lässt sich nicht rückgängig machen.`,
  backupsKeep: ({ download }: { download: ReactNode }) =>
    rich`Vorhandene Backups dieses Servers enthalten eine Kopie, bis neuere sie ersetzen. Vor dem Löschen kannst du ${download}.`,
  downloadData: 'deine Daten herunterladen',
  deleteAccount: 'Mein Konto löschen',
  deleting: 'Wird gelöscht\u00a0…',
  cancel: 'Abbrechen',
  sharedLists: 'Listen, die auch andere bearbeiten',
  offerLists: 'Den anderen anbieten',
  offered: ({ listName, name }: { listName: string; name: string }) => `„${listName}“ wird ${name} angeboten`,
  eachEditorHas: ({ days }: { days: string }) =>
    `Jede Person hat ${days} Zeit zum Annehmen, dann ist die nächste dran. Listen, die niemand annimmt, werden gelöscht.`,
  deleteLists: 'Für alle löschen',
  signInLead: ({ n }: { n: number }) =>
    count(n, {
      one: 'Melde dich an, um 1 Änderung zu senden.',
      other: `Melde dich an, um ${n} Änderungen zu senden.`,
    }),

  deleteAccountTab: 'Konto löschen',
  forgotPasswordTab: 'Passwort vergessen',
  invitationTab: 'Einladung',
  resetPasswordTab: 'Neues Passwort',
} satisfies Shape<typeof english>

/** In the dative. */
const listCount = (n: number) => count(n, { one: '1 Liste', other: `${n} Listen` })
