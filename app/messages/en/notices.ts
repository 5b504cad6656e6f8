import { plural } from '../format.ts'

export const notices = {
  registered({ mustConfirm, sendsMail }: { mustConfirm: boolean; sendsMail: boolean }): string {
    if (sendsMail) return 'Welcome! Please check your email to confirm your account.'
    return mustConfirm
      ? "Welcome! This server doesn't send email: ask the person who runs it for the confirmation link, which is in its log."
      : 'Welcome! You can sign in now.'
  },
  passwordChanged: ({ hasEndedSharing }: { hasEndedSharing: boolean }) =>
    `Your password was changed. You're signed in.${hasEndedSharing ? " Your email hadn't been confirmed before. To be safe, all sharing has ended: nobody else sees your lists, and you don't see theirs. You can share your lists again." : ''}`,
  resetLinkDead: 'This link is incomplete, has expired or was already used.',
  emailConfirmed: 'Your email is confirmed.',
  emailWasConfirmed: 'Your email is already confirmed.',
  nameChanged: 'Your name was changed.',
  guestNamed: (name: string | null) => (name ? `Hello, ${name}.` : 'Your name was removed.'),
  ownPasswordChanged: 'Your password was changed. All other browsers were signed out.',
  signedOutElsewhere: (count: number) =>
    count === 0 ? "You weren't signed in anywhere else." : `Signed out ${plural(count, 'other browser')}.`,
  signedOutEverywhere: "You're signed out everywhere.",
  resetLinkSent: ({ sendsMail }: { sendsMail: boolean }) =>
    sendsMail
      ? "If there's an account for this email, we've sent a link."
      : "This server doesn't send email. If there's an account for this email, the link is in the server's log.",
  loggedOut: "You're logged out.",
  accountDeleted: ({ offered }: { offered: number }) =>
    offered > 0
      ? `Your account was deleted. ${plural(offered, 'shared list')} ${offered === 1 ? 'is offered to an editor' : 'are offered to their editors'}.`
      : 'Your account and all its data were deleted.',
  showsSeen: (shows: boolean) =>
    shows ? 'Others now see which changes you have.' : 'Others no longer see which changes you have.',
  tokenRevoked: 'Token revoked.',
  listDeleted: 'List deleted.',
  itemDeleted: 'Item deleted.',
  itemsDeleted: 'All items deleted.',
}
