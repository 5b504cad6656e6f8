import { z } from 'zod/v4'
import type { User as ActingUser } from '#app/domain/access/access.ts'
import { revokeToken, tokensOf } from '#app/domain/accounts/apiTokens.ts'
import { exportData } from '#app/domain/accounts/export.ts'
import { register } from '#app/domain/accounts/register.ts'
import { forgotPassword, resetPassword } from '#app/domain/accounts/resetPassword.ts'
import { userOfSession } from '#app/domain/accounts/sessions.ts'
import { signIn, signOut } from '#app/domain/accounts/signIn.ts'
import { changeProfile, findUser } from '#app/domain/accounts/users.ts'
import { verifyEmail } from '#app/domain/accounts/verifyEmail.ts'
import { DomainError, type ErrorCode } from '#app/domain/errors.ts'
import {
  ChangeLanguage,
  ForgotPassword,
  id,
  Login,
  Register,
  ResetPassword,
  VerifyEmail,
} from '#app/domain/inputs.ts'
import { type ApiRequest, type Endpoint, open, signedIn } from '#app/http/api/endpoint.ts'
import { tokenResource } from '#app/http/api/resources.ts'
import { Done, Token, User } from '#app/http/api/shapes.ts'
import { registrationCookie, sessionCookie } from '#app/http/in/cookies.ts'
import type { Services } from '#app/services.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'

const INVALID: ErrorCode = 'invalid-input'

const logOut = {
  guarded: true,
  response: Done,
  async call({
    services,
    reader,
    visitor,
    setCookie,
  }: Pick<ApiRequest, 'services' | 'reader' | 'visitor' | 'setCookie'>) {
    setCookie(sessionCookie(services.config).clear())
    await signOut(services, visitor)
    return { msg: wordsOf(reader, notices).loggedOut }
  },
}

const OneUser = z.object({ user: User })

const automatic = 'Empty: as the browser asks.'
const OneAccount = z.object({
  user: User.extend({
    language: z.string().describe(automatic),
    formats: z.string().describe(automatic),
    timeZone: z.string().describe(automatic),
    currency: z.string().describe('Of new lists. Empty: that of the region for which the browser asks.'),
  }),
})

async function accountOf({ db }: Services, { id, name }: ActingUser): Promise<z.input<typeof OneAccount>> {
  const { language = '', formats = '', timeZone = '', currency = '' } = (await findUser(db, id)) ?? {}
  return { user: { userId: id, name, language, formats, timeZone, currency } }
}

export const accountEndpoints: Endpoint[] = [
  open('POST /auth/register', 'Create an account', {
    note: 'The response is the same if the email already has an account; its owner gets an email. It sets a cookie, with which the link in the email confirms it.',
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
    async call({ services, reader, visitor, body: { invite, ...body }, setCookie }) {
      const { cookie, ...outcome } = await register(services, visitor, body, invite)
      setCookie(registrationCookie(services.config).set(cookie))
      return { msg: wordsOf(reader, notices).registered(outcome) }
    },
  }),
  open('POST /auth/login', 'Log in', {
    note: 'Sets the session cookie. For scripts, create a token on the settings page instead.',
    body: Login,
    response: OneUser,
    async call({ services, visitor, body, setCookie }) {
      const { userId, cookie } = await signIn(services, visitor, body)
      setCookie(sessionCookie(services.config).set(cookie))
      const user = await userOfSession(services, cookie)
      return { user: { userId, name: user?.name ?? '' } }
    },
  }),
  open('GET /auth/logout', 'Log out', {
    note: 'Ends the session of the cookie. Requests from other sites are refused.',
    ...logOut,
  }),
  open('POST /auth/logout', 'Log out with POST', { note: 'Does the same as GET.', ...logOut }),
  open('POST /auth/forgot-password', 'Request a password reset link', {
    note: 'The response is the same whether the email has an account or not.',
    body: ForgotPassword,
    response: Done,
    async call({ services, reader, visitor, body }) {
      await forgotPassword(services, visitor, body)
      const sendsMail = services.config.SMTP_HOST !== ''
      return { msg: wordsOf(reader, notices).resetLinkSent({ sendsMail }) }
    },
  }),
  open('POST /auth/reset-password', 'Reset the password', {
    note: 'Takes the token from the email. Ends all sessions, revokes all API tokens and logs you in: the response sets the session cookie. If the email was never confirmed, sharing stops until you answer: see /paused-sharing.',
    body: ResetPassword,
    response: Done,
    async call({ services, reader, visitor, body, setCookie }) {
      const { cookie } = await resetPassword(services, visitor, body)
      setCookie(sessionCookie(services.config).set(cookie))
      return { msg: wordsOf(reader, notices).passwordChanged }
    },
  }),
  open('POST /user/verify-email', 'Confirm an email', {
    note: 'Takes the token from the email. Anyone could have registered with that email, so it also needs the cookie that the registration set, a session or API token of the account, or its password. Confirming again does nothing.',
    body: VerifyEmail,
    seesUser: true,
    response: Done,
    errors: [403],
    async call({ services, reader, visitor, body, user }) {
      const words = wordsOf(reader, notices)
      const outcome = await verifyEmail(services, visitor, body, user)
      return {
        msg: {
          confirmed: words.emailConfirmed,
          changed: words.emailChanged,
          repeated: words.emailWasConfirmed,
        }[outcome],
      }
    },
  }),
  signedIn('GET /user/current-user', 'Get the current user', {
    response: OneAccount,
    call: ({ services, user }) => accountOf(services, user),
  }),
  signedIn('PATCH /user', 'Choose your language, formats, currency and time zone', {
    note: 'For pages and emails. The API itself answers in the language of Accept-Language, or else in English.',
    body: ChangeLanguage.partial(),
    response: OneAccount,
    errors: [422],
    async call({ services, user, body }) {
      await changeProfile(services, user, body)
      return accountOf(services, user)
    },
  }),
  signedIn('GET /user/export', 'Download your data', {
    note: 'Your lists, items and receipts as one ZIP. Up to 10 downloads an hour.',
    response: 'zip',
    async call({ services, user, visitor, closed }) {
      await services.sendQueue.take(user.id, closed())
      return exportData(services, user, visitor)
    },
  }),
  signedIn('GET /token', 'Get your API tokens', {
    note: 'Names and dates only. Tokens are created on the settings page: with a leaked token, no one can create more.',
    response: z.object({ token: z.array(Token) }),
    call: async ({ services, user }) => ({ token: (await tokensOf(services, user)).map(tokenResource) }),
  }),
  signedIn('DELETE /token/{id}', 'Revoke an API token', {
    params: z.object({ id }),
    response: Done,
    async call({ services, reader, user, visitor, params }) {
      if (!(await revokeToken(services, user, params.id, visitor))) throw new DomainError('not-found')
      return { msg: wordsOf(reader, notices).tokenRevoked }
    },
  }),
]
