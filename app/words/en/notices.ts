import { room } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

export const notices = room('notices', {
  registered: ({ mustConfirm, sendsMail }: { mustConfirm: boolean; sendsMail: boolean }): string => {
    if (!mustConfirm) {
      const ready = 'Account ready. You can log in now.'
      return sendsMail ? `${ready} Please check your email to confirm your account.` : ready
    }
    return sendsMail
      ? 'Welcome! Please check your email to confirm your account.'
      : "Welcome! This server doesn't send email: ask the person who runs it to confirm your account."
  },
  passwordChanged: "Your password was changed. You're logged in.",
  resetLinkDead: 'This link is incomplete, has expired or was already used.',
  confirmWithPassword:
    'Enter the password you registered with. The link alone is not enough: anyone could have registered with your email.',
  askNewEmail: ({ email }: { email: string }) => `From now on, your account will have the email ${email}.`,
  confirmNewEmail: ({ email }: { email: string }) => `Enter your password to change your email to ${email}.`,
  takeOver:
    'Somebody else registered with your email. Choose a password, and the account is yours: everyone is logged out, and nothing is shared.',
  emailConfirmed: 'Your email is confirmed.',
  emailWasConfirmed: 'Your email is already confirmed.',
  emailWaits: 'Open the link in the email we sent you. Until then, your email stays the same.',
  emailChanged: 'Your email was changed.',
  emailWaitsFor: ({ email }: { email: string }) => `To change to ${email}, open the link we sent there.`,
  emailChangedTitle: 'Email changed',
  signInWithNewEmail: 'From now on, log in with your new email.',
  emailStays: 'Your email stays the same.',
  profileSaved: 'Saved.',
  currenciesChanged: ({ n, currency }: { n: number; currency: string }) =>
    count(n, { one: `Your list is in ${currency} now.`, other: `Your ${n} lists are in ${currency} now.` }),
  guestNamed: ({ name }: { name: string | null }) => (name ? `Hello, ${name}.` : 'Your name was removed.'),
  ownPasswordChanged: 'Your password was changed. All other browsers were logged out.',
  signedOutElsewhere: ({ n }: { n: number }) =>
    n === 0
      ? "You weren't logged in anywhere else."
      : count(n, { one: 'Logged out 1 other browser.', other: `Logged out ${n} other browsers.` }),
  signedOutEverywhere: "You're logged out everywhere.",
  resetLinkSent: ({ sendsMail }: { sendsMail: boolean }) =>
    sendsMail
      ? "If there's an account for this email, we've sent a link."
      : "This server doesn't send email. Ask the person who runs it for a reset link.",
  resetLinkFailed: 'Something went wrong, please try again',
  loggedOut: "You're logged out.",
  accountDeleted: ({ offered }: { offered: number }) =>
    offered > 0
      ? count(offered, {
          one: 'Your account was deleted. 1 shared list is offered to an editor.',
          other: `Your account was deleted. ${offered} shared lists are offered to their editors.`,
        })
      : 'Your account and all its data were deleted.',
  showsSeen: ({ shows }: { shows: boolean }) =>
    shows ? 'Others now see which changes you have.' : 'Others no longer see which changes you have.',
  listDeleted: ({ name }: { name: string }) => `“${cut(name)}” was deleted.`,
  listDeletedBy: ({ name, by }: { name: string; by: string }) => `“${cut(name)}” was deleted by ${by}.`,
  notOnList: "You're no longer on this list, or it was deleted.",
  listNotLoaded: "This list couldn't be loaded. It's safe on the server. Open it again from your lists.",
  tokenRevoked: 'Token revoked.',
})
