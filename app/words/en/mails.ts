import { TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { HOUR, MINUTE } from '#app/domain/time.ts'
import { room } from '../room.ts'
import { limits } from './limits.ts'

/** No user's name appears here: a stranger could have chosen it. */
export const mails = room('mails', {
  verify: {
    subject: 'Confirm your email',
    before: ['Welcome to Larder. Please confirm that this email is yours.'],
    button: 'Confirm email',
    after: [
      `The link works once and expires in ${limits.hours({ n: TOKEN_LIFETIME.verify / HOUR })}.`,
      "If you didn't create an account, you can ignore this email.",
    ],
  },
  taken: {
    subject: 'You already have an account',
    before: [
      'Someone, probably you, tried to use this email for a Larder account. It already has one, so nothing was changed.',
    ],
    button: 'Login',
    after: [
      'If you forgot your password, choose “Forgot password?” on the login page.',
      "If this wasn't you, you can ignore this email.",
    ],
  },
  reset: {
    subject: 'Reset your password',
    before: ['Someone, probably you, asked to reset the password of your Larder account.'],
    button: 'Reset password',
    after: [
      `The link works once and expires in ${limits.minutes({ n: TOKEN_LIFETIME.reset / MINUTE })}.`,
      "If this wasn't you, you can ignore this email. Your password stays the same.",
    ],
  },
  'password-changed': {
    subject: 'Your password was changed',
    before: [
      'The password of your Larder account was just changed, and all other devices were logged out.',
      "If this was you, you don't need to do anything.",
    ],
    button: 'Login',
    after: ["If this wasn't you, reset your password now: choose “Forgot password?” on the login page."],
  },
  'new-email': {
    subject: 'Confirm your new email',
    before: ['Please confirm that your Larder account should have this email from now on.'],
    button: 'Change email',
    after: [
      `The link works once and expires in ${limits.hours({ n: TOKEN_LIFETIME.email / HOUR })}.`,
      "If you didn't ask for this, you can ignore this email.",
    ],
  },
  'email-changed': {
    subject: 'Your email was changed',
    before: [
      'Your Larder account now has another email, and this one no longer belongs to it.',
      "If this was you, you don't need to do anything.",
    ],
    button: 'Login',
    after: [
      "If this wasn't you, tell the person who runs this Larder: they can change it back and give you a link for a new password.",
    ],
  },
  linkHint: "If the button doesn't work, open this link:",
})
