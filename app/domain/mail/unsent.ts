import type { MailKind } from './mailLinks.ts'

const NO_MAIL = 'Larder sends no email, so this account got'

/** For the log, with the account's ID. */
export const UNSENT: Record<Exclude<MailKind, 'email-changed'>, string> = {
  verify: `${NO_MAIL} no confirmation link: larder user confirm EMAIL confirms its email.`,
  reset: `${NO_MAIL} no reset link: larder user reset-password EMAIL prints one.`,
  taken: `${NO_MAIL} no word that somebody tried to register with its email.`,
  'new-email': `${NO_MAIL} no link for its new email: larder user set-email OLD NEW changes it.`,
  'password-changed': `${NO_MAIL} no word that its password was changed.`,
}
