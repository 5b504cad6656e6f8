import { TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { HOUR, MINUTE } from '#app/domain/time.ts'
import type { mails as english } from '../en/mails.ts'
import type { Shape } from '../room.ts'
import { limits } from './limits.ts'

/** No user's name appears here: a stranger could have chosen it. */
export const mails = {
  verify: {
    subject: 'Bestätige deine E-Mail-Adresse',
    before: ['Willkommen bei Larder! Bitte bestätige, dass diese E-Mail-Adresse dir gehört.'],
    button: 'E-Mail bestätigen',
    after: [
      `Der Link funktioniert nur einmal und gilt ${limits.hours({ n: TOKEN_LIFETIME.verify / HOUR })}.`,
      'Wenn du kein Konto angelegt hast, kannst du diese E-Mail ignorieren.',
    ],
  },
  taken: {
    subject: 'Du hast schon ein Konto',
    before: [
      'Jemand, wahrscheinlich du, wollte diese E-Mail-Adresse für ein Konto bei Larder verwenden. Zu ihr gibt es schon eins. Es wurde nichts geändert.',
    ],
    button: 'Anmelden',
    after: [
      'Wenn du dein Passwort vergessen hast, wähle auf der Anmeldeseite „Passwort vergessen?“.',
      'Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
    ],
  },
  reset: {
    subject: 'Leg ein neues Passwort fest',
    before: ['Jemand, wahrscheinlich du, möchte ein neues Passwort für dein Konto bei Larder festlegen.'],
    button: 'Neues Passwort festlegen',
    after: [
      `Der Link funktioniert nur einmal und gilt ${limits.minutes({ n: TOKEN_LIFETIME.reset / MINUTE })}.`,
      'Wenn du das nicht warst, kannst du diese E-Mail ignorieren. Dein Passwort bleibt, wie es ist.',
    ],
  },
  'password-changed': {
    subject: 'Dein Passwort wurde geändert',
    before: [
      'Das Passwort für dein Konto bei Larder wurde gerade geändert. Alle anderen Geräte wurden abgemeldet.',
      'Wenn du das warst, musst du nichts weiter tun.',
    ],
    button: 'Anmelden',
    after: [
      'Wenn du das nicht warst, leg sofort ein neues Passwort fest: Wähle auf der Anmeldeseite „Passwort vergessen?“.',
    ],
  },
  'new-email': {
    subject: 'Bestätige deine neue E-Mail-Adresse',
    before: ['Bitte bestätige, dass dein Konto bei Larder ab jetzt diese E-Mail-Adresse haben soll.'],
    button: 'E-Mail-Adresse ändern',
    after: [
      `Der Link funktioniert nur einmal und gilt ${limits.hours({ n: TOKEN_LIFETIME.email / HOUR })}.`,
      'Wenn du das nicht wolltest, kannst du diese E-Mail ignorieren.',
    ],
  },
  'email-changed': {
    subject: 'Deine E-Mail-Adresse wurde geändert',
    before: [
      'Dein Konto bei Larder hat jetzt eine andere E-Mail-Adresse. Diese gehört nicht mehr dazu.',
      'Wenn du das warst, musst du nichts weiter tun.',
    ],
    button: 'Anmelden',
    after: [
      'Wenn du das nicht warst, sag der Person Bescheid, die dieses Larder betreibt: Sie kann die Adresse zurücksetzen und dir einen Link für ein neues Passwort geben.',
    ],
  },
  linkHint: 'Wenn der Knopf nicht funktioniert, öffne diesen Link:',
} satisfies Shape<typeof english>
