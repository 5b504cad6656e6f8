import { z } from 'zod/v4'
import { revokeToken, tokensOf } from '#app/domain/accounts/apiTokens.ts'
import { exportData } from '#app/domain/accounts/export.ts'
import { register } from '#app/domain/accounts/register.ts'
import { forgotPassword, resetPassword } from '#app/domain/accounts/resetPassword.ts'
import { userOfSession } from '#app/domain/accounts/sessions.ts'
import { signIn, signOut } from '#app/domain/accounts/signIn.ts'
import { verifyEmail } from '#app/domain/accounts/verifyEmail.ts'
import { DomainError, type ErrorCode } from '#app/domain/errors.ts'
import { ForgotPassword, id, Login, Register, ResetPassword, VerifyEmail } from '#app/domain/inputs.ts'
import { sessionCookie } from '#app/http/in/cookies.ts'
import { notices } from '#app/messages/en/notices.ts'
import { type ApiRequest, type Operation, open, signedIn } from './operation.ts'
import { tokenResource } from './resources.ts'
import { Done, Token, User } from './shapes.ts'

const INVALID: ErrorCode = 'invalid-input'

type LogOut = Pick<ApiRequest, 'services' | 'visitor' | 'setCookie'>

async function logOut({ services, visitor, setCookie }: LogOut) {
  setCookie(sessionCookie(services.config).clear())
  await signOut(services, visitor)
  return { msg: notices.loggedOut }
}

const OneUser = z.object({ user: User })

export const accountOperations: Operation[] = [
  open({
    method: 'POST',
    path: '/auth/register',
    tag: 'Account',
    summary: 'Create an account',
    note: 'The response is the same if the email already has an account; its owner gets an email.',
    body: Register.extend({
      invite: z
        .string(INVALID)
        .max(64, INVALID)
        .optional()
        .describe('The token of an invitation to a list. Required where only invited people can register.'),
    }),
    status: 201,
    response: Done,
    errors: [403],
    call: async ({ services, visitor, body: { invite, ...body } }) => ({
      msg: notices.registered(await register(services, visitor, body, invite)),
    }),
  }),
  open({
    method: 'POST',
    path: '/auth/login',
    tag: 'Account',
    summary: 'Sign in',
    note: 'Sets the session cookie. For scripts, create a token on the settings page instead.',
    body: Login,
    response: OneUser,
    errors: [401],
    async call({ services, visitor, body, setCookie }) {
      const { userId, cookie } = await signIn(services, visitor, body)
      setCookie(sessionCookie(services.config).set(cookie))
      const user = await userOfSession(services, cookie)
      return { user: { userId, name: user?.name ?? '' } }
    },
  }),
  open({
    method: 'GET',
    path: '/auth/logout',
    tag: 'Account',
    summary: 'Log out',
    note: 'Ends the session of the cookie. Requests from other sites are refused.',
    guarded: true,
    response: Done,
    call: logOut,
  }),
  open({
    method: 'POST',
    path: '/auth/logout',
    tag: 'Account',
    summary: 'Log out with POST',
    note: 'Does the same as GET.',
    guarded: true,
    response: Done,
    call: logOut,
  }),
  open({
    method: 'POST',
    path: '/auth/forgot-password',
    tag: 'Account',
    summary: 'Request a password reset link',
    note: 'The response is the same whether the email has an account or not.',
    body: ForgotPassword,
    response: Done,
    async call({ services, visitor, body }) {
      await forgotPassword(services, visitor, body)
      return { msg: notices.resetLinkSent({ sendsMail: services.config.SMTP_HOST !== '' }) }
    },
  }),
  open({
    method: 'POST',
    path: '/auth/reset-password',
    tag: 'Account',
    summary: 'Reset the password',
    note: 'Takes the token from the email. Ends all sessions, revokes all API tokens and signs you in: the response sets the session cookie.',
    body: ResetPassword,
    response: Done,
    async call({ services, visitor, body, setCookie }) {
      const cookie = await resetPassword(services, visitor, body)
      setCookie(sessionCookie(services.config).set(cookie))
      return { msg: notices.passwordChanged }
    },
  }),
  open({
    method: 'POST',
    path: '/user/verify-email',
    tag: 'Account',
    summary: 'Confirm an email',
    note: 'Takes the token from the email. Confirming again does nothing.',
    body: VerifyEmail,
    response: Done,
    async call({ services, visitor, body }) {
      const { wasConfirmed } = await verifyEmail(services, visitor, body)
      return { msg: wasConfirmed ? notices.emailWasConfirmed : notices.emailConfirmed }
    },
  }),
  signedIn({
    method: 'GET',
    path: '/user/current-user',
    tag: 'Account',
    summary: 'Get the current user',
    response: OneUser,
    call: async ({ user }) => ({ user: { userId: user.id, name: user.name } }),
  }),
  signedIn({
    method: 'GET',
    path: '/user/export',
    tag: 'Account',
    summary: 'Download your data',
    note: 'Your lists, items and receipts as one ZIP. Up to 10 downloads an hour.',
    response: 'zip',
    async call({ services, user, visitor }) {
      return exportData(services, user, visitor)
    },
  }),
  signedIn({
    method: 'GET',
    path: '/token',
    tag: 'Account',
    summary: 'Get your API tokens',
    note: 'Names and dates only. Tokens are created on the settings page: with a leaked token, no one can create more.',
    response: z.object({ token: z.array(Token) }),
    call: async ({ services, user }) => ({ token: (await tokensOf(services, user)).map(tokenResource) }),
  }),
  signedIn({
    method: 'DELETE',
    path: '/token/{id}',
    tag: 'Account',
    summary: 'Revoke an API token',
    params: z.object({ id }),
    response: Done,
    errors: [404],
    async call({ services, user, visitor, params }) {
      const revoked = await revokeToken(services, user, params.id, visitor)
      if (!revoked) throw new DomainError('not-found')
      return { msg: notices.tokenRevoked }
    },
  }),
]
