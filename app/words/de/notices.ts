import type { notices as english } from '../en/notices.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

export const notices = {
  registered: ({ mustConfirm, sendsMail }: { mustConfirm: boolean; sendsMail: boolean }): string => {
    if (!mustConfirm) {
      const ready = 'Dein Konto ist bereit. Du kannst dich jetzt anmelden.'
      return sendsMail ? `${ready} Schau in dein Postfach und bestätige dein Konto.` : ready
    }
    return sendsMail
      ? 'Willkommen! Schau in dein Postfach und bestätige dein Konto.'
      : 'Willkommen! Dieser Server verschickt keine E-Mails: Bitte die Person, die ihn betreibt, dein Konto zu bestätigen.'
  },
  passwordChanged: 'Dein Passwort wurde geändert. Du bist angemeldet.',
  resetLinkDead: 'Dieser Link ist unvollständig, abgelaufen oder wurde schon benutzt.',
  confirmWithPassword:
    'Gib das Passwort ein, mit dem du dich registriert hast. Der Link allein reicht nicht: Mit deiner E-Mail-Adresse kann sich jeder registrieren.',
  askNewEmail: ({ email }: { email: string }) => `Dein Konto bekommt die E-Mail-Adresse ${email}.`,
  confirmNewEmail: ({ email }: { email: string }) =>
    `Gib dein Passwort ein, um deine E-Mail-Adresse in ${email} zu ändern.`,
  takeOver:
    'Jemand anderes hat sich mit deiner E-Mail-Adresse registriert. Wähle ein Passwort, dann gehört das Konto dir: Alle werden abgemeldet, nichts wird geteilt.',
  emailConfirmed: 'Deine E-Mail-Adresse ist bestätigt.',
  emailWasConfirmed: 'Deine E-Mail-Adresse ist schon bestätigt.',
  emailWaits:
    'Öffne den Link in der E-Mail, die wir dir geschickt haben. Bis dahin bleibt deine E-Mail-Adresse, wie sie ist.',
  emailChanged: 'Deine E-Mail-Adresse wurde geändert.',
  emailWaitsFor: ({ email }: { email: string }) =>
    `Öffne den Link, den wir an ${email} geschickt haben, um zu dieser Adresse zu wechseln.`,
  emailChangedTitle: 'E-Mail-Adresse geändert',
  signInWithNewEmail: 'Melde dich ab jetzt mit deiner neuen E-Mail-Adresse an.',
  emailStays: 'Deine E-Mail-Adresse bleibt, wie sie ist.',
  profileSaved: 'Gespeichert.',
  currenciesChanged: ({ n, currency }: { n: number; currency: string }) =>
    count(n, {
      one: `Deine Liste ist jetzt in ${currency}.`,
      other: `Deine ${n} Listen sind jetzt in ${currency}.`,
    }),
  guestNamed: ({ name }: { name: string | null }) => (name ? `Hallo ${name}!` : 'Dein Name wurde entfernt.'),
  ownPasswordChanged: 'Dein Passwort wurde geändert. In allen anderen Browsern wurdest du abgemeldet.',
  signedOutElsewhere: ({ n }: { n: number }) =>
    n === 0
      ? 'Du warst sonst nirgends angemeldet.'
      : count(n, {
          one: 'Du wurdest in 1 anderen Browser abgemeldet.',
          other: `Du wurdest in ${n} anderen Browsern abgemeldet.`,
        }),
  signedOutEverywhere: 'Du bist jetzt überall abgemeldet.',
  resetLinkSent: ({ sendsMail }: { sendsMail: boolean }) =>
    sendsMail
      ? 'Wenn es zu dieser E-Mail-Adresse ein Konto gibt, haben wir einen Link gesendet.'
      : 'Dieser Server verschickt keine E-Mails. Frag die Person, die ihn betreibt, nach einem Link für ein neues Passwort.',
  resetLinkFailed: 'Das hat nicht geklappt. Bitte versuch es noch einmal.',
  loggedOut: 'Du bist abgemeldet.',
  accountDeleted: ({ offered }: { offered: number }) =>
    offered > 0
      ? count(offered, {
          one: 'Dein Konto wurde gelöscht. 1 geteilte Liste wird einer Person angeboten, die sie bearbeiten kann.',
          other: `Dein Konto wurde gelöscht. ${offered} geteilte Listen werden Personen angeboten, die sie bearbeiten können.`,
        })
      : 'Dein Konto und alle zugehörigen Daten wurden gelöscht.',
  showsSeen: ({ shows }: { shows: boolean }) =>
    shows ? 'Andere sehen jetzt, was du gesehen hast.' : 'Andere sehen nicht mehr, was du gesehen hast.',
  listDeleted: ({ name }: { name: string }) => `„${cut(name)}“ wurde gelöscht.`,
  listDeletedBy: ({ name, by }: { name: string; by: string }) => `„${cut(name)}“ wurde von ${by} gelöscht.`,
  notOnList: 'Du hast keinen Zugriff mehr auf diese Liste, oder sie wurde gelöscht.',
  listNotLoaded:
    'Diese Liste konnte nicht geladen werden. Auf dem Server ist sie sicher. Öffne sie von deinen Listen aus noch einmal.',
  tokenRevoked: 'Token widerrufen.',
} satisfies Shape<typeof english>
