import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'
import { count } from './count.ts'

export const account = room('account', {
  // Fields
  email: 'Email',
  emailExample: 'you@example.org',
  password: 'Password',
  newPasswordLength: ({ n }: { n: number }) =>
    count(n, { one: 'At least 1 character', other: `At least ${n} characters` }),
  show: 'Show',
  yourPassword: 'Your password',
  currentPassword: 'Current password',
  name: 'Name',
  yourName: 'Your name',
  submit: 'submit',
  submitting: 'submitting',

  // Login
  loginTitle: 'LOGIN',
  signInToAcceptYours: 'Log in to accept your invitation.',
  signedInAs: ({ name }: { name: string }) => `You're logged in as ${name}.`,
  goToLists: 'Go to your lists',
  forgotPassword: 'Forgot password?',
  needAccount: 'Need an account?',
  signUp: 'SIGN UP',

  // Register
  registerTitle: 'REGISTER',
  registerToAcceptYours: 'Register, then log in to accept your invitation.',
  alreadyMember: 'Already a member?',
  logIn: 'LOGIN',
  noMailToConfirm:
    "This server doesn't send email. After you register, ask the person who runs it to confirm your account.",
  noMailToReset:
    "This server doesn't send email. If you forget your password, ask the person who runs it for a reset link.",

  // Forgot password
  forgotTitle: 'FORGOT PASSWORD',
  enterEmail: "Enter your email and we'll send you a link to choose a new password.",
  sendLink: 'Reset Password',
  sendingLink: 'Sending...',
  alreadyHaveAccount: 'Already have an account?',
  checkEmail: 'Please check your email!',
  linkSent: ({ lifetime }: { lifetime: string }) =>
    `If there's an account for this email, we've sent a link. It works for ${lifetime}.`,
  askForLink: "This server doesn't send email. Ask the person who runs it for a reset link.",
  goBack: 'Go Back',

  // Reset password
  resetTitle: 'RESET PASSWORD',
  reset: 'SUBMIT',
  resetting: 'Resetting Password...',
  getNewLink: 'Get a new link',
  needNewLink: 'Need a new link?',
  getOne: 'GET ONE',

  // Confirm the email
  confirmTitle: 'Confirm your email',
  confirming: 'Loading...',
  confirm: 'Confirm my email',
  didNotRegister: "I didn't register",
  confirmedTitle: 'Account Confirmed',
  confirmed: 'Thank you. You can log in now.',
  alreadyConfirmedTitle: 'Already confirmed',
  alreadyConfirmed: 'Your email is already confirmed. You can log in.',
  pleaseLogIn: 'Please login',
  notConfirmedTitle: 'Not confirmed',
  notConfirmed: 'There was an error, please double check your verification link ',
  signIn: 'Login',

  // Invitation
  invitationTitle: 'INVITATION',
  openList: 'Open the list',
  accept: 'Accept',
  shareMineToo: 'Share all of mine, too',
  changeLater: 'You can change this later under “Household”.',
  accepting: 'Accepting...',
  signInOrRegisterToAccept: 'Log in or register to accept. Then you come back here.',
  signInToAccept: 'Log in to accept. Then you come back here.',
  register: 'Register',

  // Delete the account
  deleteTitle: 'DELETE ACCOUNT',
  deletes: ({ email }: { email: ReactNode }) =>
    rich`This permanently deletes the account ${email}, and all items and receipts. You'll be logged out on every device. You can't undo this.`,
  deletesLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`This permanently deletes the account ${email}, ${listCount(n)}, and all items and receipts. You'll be logged out on every device. You can't undo this.`,
  deletesUnshared: ({ email }: { email: ReactNode }) =>
    rich`This permanently deletes the account ${email}, and all their items and receipts. You'll be logged out on every device. You can't undo this.`,
  deletesUnsharedLists: ({ email, n }: { email: ReactNode; n: number }) =>
    rich`This permanently deletes the account ${email}, ${listCount(n)}, and all their items and receipts. You'll be logged out on every device. You can't undo this.`,
  backupsKeep: ({ download }: { download: ReactNode }) =>
    rich`Existing backups of this server keep a copy until newer ones replace them. You can ${download} first.`,
  downloadData: 'download your data',
  deleteAccount: 'Delete my account',
  deleting: 'Deleting...',
  cancel: 'Cancel',
  sharedLists: 'Lists you share with editors',
  offerLists: 'Offer them to their editors',
  offered: ({ listName, name }: { listName: string; name: string }) => `“${listName}” is offered to ${name}`,
  eachEditorHas: ({ days }: { days: string }) =>
    `Each editor has ${days} to accept, then the next one is asked. Lists that nobody accepts are deleted.`,
  deleteLists: 'Delete them for everyone',
  signInLead: ({ n }: { n: number }) =>
    count(n, { one: 'Log in to send 1 change.', other: `Log in to send ${n} changes.` }),

  // In the tab
  deleteAccountTab: 'Delete account',
  forgotPasswordTab: 'Forgot password',
  invitationTab: 'Invitation',
  resetPasswordTab: 'Reset password',
})

const listCount = (n: number) => count(n, { one: '1 list', other: `${n} lists` })
