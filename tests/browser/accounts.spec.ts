import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Page } from '@playwright/test'
import bcrypt from 'bcryptjs'
import { newId } from '#app/domain/ids.ts'
import { expectAccessible } from '#tests/support/accessible.ts'
import { freePort } from '#tests/support/freePort.mjs'
import { linkIn, type Mailbox, startMailbox } from '#tests/support/mailbox.ts'
import { runLarder } from '#tests/support/operator.ts'
import { addList } from '#tests/support/rows.ts'
import { addMember } from '#tests/support/sharing.ts'
import { addSession, test as base, expect, type Larder, messages, signIn, startLarder } from './fixtures.ts'

// With a real SMTP server. Each test has its own client address, as behind a proxy.

interface Account {
  id: string
  name: string
  email: string
  password: string
}

const test = base.extend<{ account: Account }, { mailbox: Mailbox }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
    async ({}, use) => {
      const mailbox = await startMailbox()
      await use(mailbox)
      await mailbox.stop()
    },
    { scope: 'worker' },
  ],
  larder: [
    async ({ mailbox }, use) => {
      const { larder, stop } = await startLarder({ ...(await withMail(mailbox)), TRUST_PROXY: '1' })
      await use(larder)
      await stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': someAddress() }),
  account: async ({ larder }, use) => use(addAccount(larder)),
})

// In one worker, because each would start a server and a browser for this file alone.
test.describe.configure({ mode: 'default' })

async function withMail(mailbox: Mailbox) {
  const port = await freePort()
  return {
    LOG_LEVEL: 'warn',
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: 'none',
  }
}

const someByte = () => Math.floor(Math.random() * 256)
const someAddress = () => `10.${someByte()}.${someByte()}.${someByte()}`

/** An account with a password. */
function addAccount({ database }: Larder): Account {
  const id = newId()
  const account = { id, name: 'Ada', email: `${id}@example.org`, password: 'a fine password' }
  database
    .prepare('INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(id, account.name, account.email, bcrypt.hashSync(account.password, 4), Date.now())
  return account
}

const messageWith = (page: Page, text: string) => messages(page).filter({ hasText: text }).first()

async function logIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'submit' }).click()
}

/** A link as in a reset mail, without waiting for the mail. */
function resetLinkFor({ database }: Larder, { id, email }: Account, expiresAt = Date.now() + 60_000) {
  const token = randomBytes(32).toString('base64url')
  database
    .prepare("INSERT INTO tokens (hash, purpose, user_id, expires_at) VALUES (?, 'reset', ?, ?)")
    .run(createHash('sha256').update(token).digest('hex'), id, expiresAt)
  return `/auth/reset-password?${new URLSearchParams({ token, email })}`
}

/** The sentence is shown once: beside its field. */
const expectFieldError = (page: Page, label: string, sentence: string) =>
  expect(page.getByLabel(label)).toHaveAccessibleDescription(sentence)

/** As a toast or, without JavaScript, at the top of the page; a screen reader hears it once from a script. */
async function expectMessageBesideField(page: Page, label: string, sentence: string) {
  await expectFieldError(page, label, sentence)
  await expect(messageWith(page, sentence)).toBeVisible()
  await expect(page.locator('.field').getByText(sentence)).toBeVisible()
  const isScripted = (await page.locator('.toast').count()) > 0
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(isScripted ? 1 : 2)
}

const sessionsOf = ({ database }: Larder, id: string) =>
  database.prepare('SELECT id FROM sessions WHERE user_id = ?').all(id) as { id: string }[]

test('registering, confirming the email, signing in and logging out', async ({
  page,
  larder,
  mailbox,
  scripted,
}) => {
  const email = `${newId()}@example.org`
  const password = 'a fine password'
  await page.goto('/landing')
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'REGISTER' })).toBeVisible()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(`  ${email.toUpperCase()} `.trim())
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'submit' }).click()

  await page.waitForURL('**/login')
  await expect(messageWith(page, 'Please check your email to confirm your account.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toBeFocused()
  expect(page.url()).toBe(`${larder.url}/login`)

  const [mail] = await mailbox.to(email)
  if (!mail) throw new Error('no mail')
  const link = linkIn(mail)
  expect(link).toContain(`${larder.url}/user/verify-email?token=`)
  await page.goto(link)
  if (!scripted) await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('heading', { name: 'Account Confirmed' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Already confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Please login' }).click()

  await expect(page.getByRole('heading', { name: 'LOGIN' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'submit' }).click()
  await page.waitForURL(/\/\?userID=[0-9a-f-]{36}$/)
  await expect(page.getByText('Ada Lovelace')).toBeVisible()

  const id = new URL(page.url()).searchParams.get('userID') ?? ''
  expect(sessionsOf(larder, id)).toHaveLength(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/landing')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(sessionsOf(larder, id)).toEqual([])
})

// ASVS 3.5.3
test('opening the confirmation link changes nothing', { tag: '@full' }, async ({
  request,
  larder,
  mailbox,
}) => {
  const email = `${newId()}@example.org`
  const form = { name: 'Ada', email, password: 'a fine password' }
  await request.post('/register', { form, maxRedirects: 0 })
  const [mail] = await mailbox.to(email)
  if (!mail) throw new Error('no mail')
  for (let n = 0; n < 3; n++) expect((await request.get(linkIn(mail))).status()).toBe(200)
  const confirmed = () =>
    larder.database.prepare('SELECT email_verified_at AS at FROM users WHERE email = ?').get(email)
  expect(confirmed()).toEqual({ at: null })
  expect((await request.post(linkIn(mail))).status()).toBe(200)
  expect(confirmed()).toEqual({ at: expect.any(Number) })
  // Once more, perhaps after a mail scanner that runs scripts.
  const again = await request.post(linkIn(mail))
  expect(again.status()).toBe(200)
  expect(await again.text()).toContain('Already confirmed')
})

test('registering with a taken email fills in the login form like a new one', { tag: '@full' }, async ({
  page,
  account,
}) => {
  for (const email of [account.email, `${newId()}@example.org`]) {
    await page.goto('/register')
    await page.getByLabel('Name').fill('Mallory')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('another password')
    await page.getByRole('button', { name: 'submit' }).click()
    await page.waitForURL('**/login')
    await expect(page.getByLabel('Email')).toHaveValue(email)
  }
  // Only right after registering.
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('an email is changed in the settings, with the password and the link sent to the new one', async ({
  page,
  browser,
  mailbox,
  account,
  allowErrors,
}) => {
  allowErrors(/400/)
  const email = `${newId()}@example.com`
  await logIn(page, account)
  await page.waitForURL(/userID=/)
  await page.goto('/settings')
  const you = page.locator('details[name=settings]').first()
  await you.getByText('Change email').first().click()
  await you.getByLabel('New email').fill(email)
  await you.getByLabel('Password').fill('not that one')
  await you.getByRole('button', { name: 'Change email' }).click()
  await expect(you.getByLabel('Password')).toHaveAccessibleDescription("This isn't your current password.")
  await expect(you.getByLabel('New email')).toHaveValue(email)
  await you.getByLabel('Password').fill(account.password)
  await you.getByRole('button', { name: 'Change email' }).click()
  await expect(messageWith(page, 'Open the link in the email we sent you.')).toBeVisible()
  await expect(you.getByText(`To change to ${email}, open the link we sent there.`)).toBeVisible()
  await expect(you.getByText(account.email)).toBeVisible()

  const [mail] = await mailbox.to(email)
  if (!mail) throw new Error('no mail')
  await page.goto(linkIn(mail))
  await expect(page.getByText(`From now on, your account will have the email ${email}.`)).toBeVisible()
  const elsewhere = await browser.newPage()
  await elsewhere.goto(linkIn(mail))
  await expect(elsewhere.getByText(`Enter your password to change your email to ${email}.`)).toBeVisible()
  await expect(elsewhere.getByText("I didn't register")).toHaveCount(0)
  await elsewhere.getByLabel('Password').fill(account.password)
  await elsewhere.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  await elsewhere.close()

  await page.goto('/settings')
  await expect(you.getByText(email)).toBeVisible()
  await expect(you.getByText(account.email)).toHaveCount(0)
  expect((await mailbox.to(account.email))[0]?.subject).toBe('Your email was changed')
})

test('a forgotten password can be reset with the link from the mail', { tag: '@once' }, async ({
  page,
  larder,
  mailbox,
  account,
}) => {
  const before = await startedSession(larder, account)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // Wait for the page: the login form also has an Email field.
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Please check your email!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', '/login')

  const [mail] = await mailbox.to(account.email)
  if (!mail) throw new Error('no mail')
  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { name: 'RESET PASSWORD' })).toBeVisible()
  const password = 'quite another one'
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
  await expect(page.locator('main').getByText('Your password was changed.')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  expect(sessionsOf(larder, account.id)).not.toContainEqual(before)
  expect((await mailbox.to(account.email, 2))[1]?.subject).toBe('Your password was changed')

  // The reset signed them in, so no rate limit on sign-ins can lock them out.
  await page.waitForURL('**/login')
  await expect(page.getByText("You're logged in as")).toBeVisible()
  // And asks for nothing.
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to your lists' }).click()
  await page.waitForURL(`**/?userID=${account.id}`)
  await page.context().clearCookies()
  await page.goto('/login')
  await logIn(page, { email: account.email, password })
  await page.waitForURL(`**/?userID=${account.id}`)
})

async function startedSession(larder: Larder, { id }: Account) {
  const session = { id: createHash('sha256').update(newId()).digest('hex') }
  larder.database
    .prepare(
      'INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, 1, 1, 9e12)',
    )
    .run(session.id, id)
  return session
}

test('a refused registration keeps the name and email, but not the password', { tag: '@full' }, async ({
  page,
  allowErrors,
}) => {
  allowErrors(/400/)
  await page.goto('/register')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('not-an-address')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'submit' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Email')).toHaveValue('not-an-address')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Already a member? LOGIN' })).toHaveAttribute('href', '/login')
  await expectMessageBesideField(page, 'Email', "This doesn't look like an email address.")
  await expectFieldError(page, 'Password', 'Passwords need at least 8 characters.')
})

test('an empty registration shows an error for every field, and says and focuses the first', {
  tag: '@once',
}, async ({ page, allowErrors }) => {
  allowErrors(/400/)
  await page.goto('/register')
  await page.getByRole('button', { name: 'submit' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectMessageBesideField(page, 'Name', 'Enter your name.')
  await expectFieldError(page, 'Email', 'Enter your email.')
  await expectFieldError(page, 'Password', 'Enter your password.')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'submit' }).click()
  await expect(page.getByText('Passwords need at least 8 characters.')).toBeVisible()
  await expectMessageBesideField(page, 'Name', 'Enter your name.')
})

test('wrong credentials show a message, which stays in the form, and keep the email', {
  tag: '@once',
}, async ({ page, account, allowErrors, scripted }) => {
  allowErrors(/400/)
  for (const email of [account.email, `nobody-${newId()}@example.org`]) {
    await logIn(page, { email, password: 'not this one' })
    await expect(messageWith(page, 'Wrong email or password.')).toBeVisible()
    await expect(page.locator('.form-error')).toBeVisible({ visible: scripted })
    await expect(page.locator('.field').getByText('Wrong email or password.')).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    await expect(page.getByLabel('Password')).toBeFocused()
  }
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('a password can be shown', { tag: ['@script', '@full'] }, async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('Password')
  await field.fill('not this one')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue('not this one')
})

test('requesting a reset without an email shows an error', { tag: ['@once', '@full'] }, async ({
  page,
  allowErrors,
}) => {
  allowErrors(/400/)
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectMessageBesideField(page, 'Email', 'Please provide email here')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Already have an account? LOGIN' })).toBeVisible()
})

test('too many reset requests show the same screen with an error', { tag: '@full' }, async ({
  page,
  request,
  allowErrors,
}) => {
  allowErrors(/429/)
  const ask = () => request.post('/forgot-password', { form: { email: `${newId()}@example.org` } })
  for (let n = 0; n < 10; n++) expect((await ask()).status()).toBe(200)
  const refused = await ask()
  expect(refused.status()).toBe(429)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(1000)

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Please check your email!' })).toBeVisible()
  await expect(messageWith(page, 'Something went wrong, please try again')).toBeVisible()
})

test('a reset without a password keeps the form; a link that has expired since ends at the login page', {
  tag: '@full',
}, async ({ page, larder, account, allowErrors }) => {
  allowErrors(/400/)
  await page.goto(resetLinkFor(larder, account))
  await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
  await expectMessageBesideField(page, 'Password', 'please enter password')
  await expect(page.getByLabel('Password')).toBeFocused()

  await page.getByLabel('Password').fill('password123')
  await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
  await expectMessageBesideField(page, 'Password', 'This password is too easy to guess. Choose another one.')

  larder.database.prepare('DELETE FROM tokens WHERE user_id = ?').run(account.id)
  await page.getByLabel('Password').fill('a fine password')
  await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
  await expect(messageWith(page, 'This link has expired')).toBeVisible()
  await page.waitForURL('**/login')
})

test('a dead reset link says so before a password is typed', { tag: '@full' }, async ({
  page,
  larder,
  account,
  request,
  allowErrors,
}) => {
  allowErrors(/400/)
  const used = resetLinkFor(larder, account)
  await page.goto(used)
  await page.getByLabel('Password').fill('quite another one')
  await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
  await expect(page.getByText("Your password was changed. You're logged in.")).toHaveCount(1)
  const form = { password: 'a third password' }
  expect((await request.post(resetLinkFor(larder, account), { form })).status()).toBe(200)
  const dead = [
    used,
    resetLinkFor(larder, account, Date.now()),
    resetLinkFor(larder, account).replace(account.id, 'nobody'),
    `/auth/reset-password?token=made-up&email=${account.email}`,
    '/auth/reset-password?token=made-up&email=nobody@example.org',
    '/auth/reset-password',
  ]
  const reason = 'This link is incomplete, has expired or was already used.'
  for (const link of dead) {
    expect((await page.goto(link))?.status(), link).toBe(400)
    await expect(page.getByRole('heading', { name: 'RESET PASSWORD' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(reason)
    await expect(page.getByRole('main').locator('input')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeVisible()
})

test('a dead reset link shows a toast and leads to the login page after three seconds', {
  tag: '@once',
}, async ({ page, scripted, allowErrors }) => {
  allowErrors(/400/)
  await page.goto('/auth/reset-password?token=made-up&email=nobody@example.org')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  if (scripted) await expect(page.locator('[data-sonner-toast]')).toContainText('This link is incomplete')
  await page.waitForURL('**/login')
})

test('after a reset that pauses sharing, the login page comes after three seconds, too; then the lists ask', {
  tag: '@once',
}, async ({ page, larder, account }) => {
  const eve = await addAccount(larder)
  const listId = addList(larder, { ...account, cookie: '' }, 'Market')
  addMember(larder, listId, { ...eve, cookie: '' })
  for (const answer of ['Keep', 'Stop']) {
    larder.database.prepare('UPDATE users SET email_verified_at = NULL WHERE id = ?').run(account.id)
    await page.goto(resetLinkFor(larder, account))
    await page.getByLabel('Password').fill('quite another one')
    await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
    await expect(page.getByText("Your password was changed. You're logged in.")).toBeVisible()
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Go to your lists' }).click()
    const question = `Before the password reset, this account shared 1 list with ${eve.name}. Keep sharing?`
    await expect(page.getByText(question)).toBeVisible()
    expect(membersOf(larder, listId)).toBe(0)
    await page.getByRole('button', { name: `${answer} sharing` }).click()
    await expect(page.getByText(question)).toHaveCount(0)
    expect(membersOf(larder, listId)).toBe(answer === 'Keep' ? 1 : 0)
  }
})

const membersOf = ({ database }: Larder, listId: string) =>
  database.prepare('SELECT count(*) FROM list_members WHERE list_id = ?').pluck().get(listId)

test.describe('an email that a stranger has registered', () => {
  const stranger = { name: 'Ada', password: 'chosen by a stranger' }

  async function linkToConfirm(larder: Larder, mailbox: Mailbox, email: string) {
    const headers = { 'X-Forwarded-For': someAddress() }
    const body = new URLSearchParams({ ...stranger, email })
    const registered = await fetch(`${larder.url}/register`, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers,
    })
    expect(registered.headers.getSetCookie().join()).toContain('registration=')
    const [mail] = await mailbox.to(email)
    if (!mail) throw new Error('no mail')
    return linkIn(mail)
  }

  const isConfirmed = ({ database }: Larder, email: string) =>
    database.prepare('SELECT email_verified_at FROM users WHERE email = ?').pluck().get(email) !== null

  test("isn't confirmed by opening the link, but with the password", { tag: '@once' }, async ({
    page,
    larder,
    mailbox,
    allowErrors,
  }) => {
    allowErrors(/400|403/)
    const email = `${newId()}@example.org`
    const link = await linkToConfirm(larder, mailbox, email)
    await page.goto(link)
    const field = page.getByLabel('Password')
    await expect(field).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(isConfirmed(larder, email)).toBe(false)
    await field.fill('not this one')
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await expectFieldError(page, 'Password', "This isn't the password of this account.")
    expect(isConfirmed(larder, email)).toBe(false)
    await field.fill(stranger.password)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await expect(page.getByRole('heading', { name: 'Account Confirmed' })).toBeVisible()
    expect(isConfirmed(larder, email)).toBe(true)
  })

  test("is taken over by its owner with “I didn't register”", { tag: '@once' }, async ({
    page,
    larder,
    mailbox,
    allowErrors,
  }) => {
    allowErrors(/400/)
    const email = `${newId()}@example.org`
    await page.goto(await linkToConfirm(larder, mailbox, email))
    await page.getByLabel('Password').fill('not this one')
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await expect(messageWith(page, "This isn't the password of this account.")).toBeVisible()
    await page.getByRole('link', { name: "I didn't register" }).click()
    await expect(page.getByRole('heading', { name: "I didn't register" })).toBeVisible()
    expect(await page.getByText("This isn't the password of this account.").count()).toBe(0)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
    await expectFieldError(page, 'Password', 'Passwords need at least 8 characters.')
    await page.getByLabel('Password').fill('chosen by Ada herself')
    await page.getByRole('button', { name: 'SUBMIT', exact: true }).click()
    await expect(page.getByText("Your password was changed. You're logged in.")).toBeVisible()
    await page.waitForURL('**/login')
    await expect(page.getByText("You're logged in as Ada.")).toBeVisible()
    await page.context().clearCookies()
    await page.goto('/login')
    await logIn(page, { email, password: stranger.password })
    await expect(messageWith(page, 'Wrong email or password.')).toBeVisible()
  })
})

test('a failed confirmation shows an error', { tag: '@full' }, async ({ page, scripted, allowErrors }) => {
  allowErrors(/400/)
  const error = 'There was an error, please double check your verification link '
  await page.goto('/user/verify-email?token=made-up&email=ada@example.org')
  if (!scripted) await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('alert')).toHaveText(error)
  await page.goto('/user/verify-email')
  await expect(page.getByRole('alert')).toHaveText(error)
})

test('the button is disabled while the form is being sent', { tag: '@full' }, async ({
  page,
  larder,
  account,
  scripted,
}) => {
  test.skip(!scripted, 'without JavaScript the browser shows that it is loading')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await logIn(page, account)
  await expect(page.getByRole('button', { name: 'submitting' })).toBeDisabled()
  answer()
  await page.waitForURL(`**/?userID=${account.id}`)

  await page.goto(resetLinkFor(larder, account))
  await expect(page.locator('button:not(.languages *)')).toHaveText(['', 'Show', 'SUBMIT'])
})

test('a GET of /logout changes nothing', { tag: '@once' }, async ({ page, person, larder }) => {
  await page.goto('/logout')
  await page.waitForURL('**/landing')
  await expect(page.getByRole('link', { name: 'Your lists' })).toBeVisible()
  expect(sessionsOf(larder, person.id)).toHaveLength(1)
})

// ASVS 6.2.6 6.2.7
test('the fields have autocomplete hints for password managers', { tag: '@full' }, async ({
  page,
  larder,
  account,
}) => {
  const uses = () =>
    page
      .locator('main form input')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  await page.goto('/register')
  expect(await uses()).toEqual(['name', 'username', 'new-password'])
  await page.goto('/login')
  expect(await uses()).toEqual(['username', 'current-password'])
  await page.goto(resetLinkFor(larder, account))
  expect(await uses()).toEqual(['new-password', 'username'])
  const { id } = account
  await signIn(page, larder, { ...account, cookie: addSession(larder, { id }) })
  await page.goto('/settings?open=access')
  expect((await uses()).filter((use) => use !== null && use !== 'off')).toEqual([
    'name',
    'username',
    'current-password',
    'new-password',
  ])
})

test('the eleventh login attempt is refused, and the page says for how long', { tag: '@full' }, async ({
  page,
  request,
  allowErrors,
}) => {
  allowErrors(/429/)
  const attempt = () => request.post('/login', { form: { email: `${newId()}@example.org`, password: 'x' } })
  for (let n = 0; n < 10; n++) expect((await attempt()).status()).toBe(400)
  const refused = await attempt()
  expect(refused.status()).toBe(429)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
  await logIn(page, { email: 'ada@example.org', password: 'whatever' })
  await expect(messageWith(page, 'Try again in')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.org')
})

// ASVS 1.3.11
test('a forged Host header never gets into a mail', { tag: '@once' }, async ({
  larder,
  mailbox,
  account,
}) => {
  const { hostname, port } = new URL(larder.url)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        path: '/forgot-password',
        method: 'POST',
        headers: {
          Host: 'evil.example',
          'X-Forwarded-Host': 'evil.example',
          'X-Forwarded-For': someAddress(),
          Forwarded: 'host=evil.example',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
      },
      (response) => resolve(response.resume().statusCode),
    )
    request.on('error', reject)
    request.end(`email=${account.email}`)
  })
  expect(status).toBe(200)
  const [mail] = await mailbox.to(account.email)
  expect(mail?.raw).not.toContain('evil')
  expect(mail && linkIn(mail)).toContain(`${larder.url}/auth/reset-password?token=`)
})

test.describe('with registration closed and confirmed emails required', () => {
  const strict = test.extend<object, { larder: Larder }>({
    larder: [
      async ({ mailbox }, use) => {
        const { larder, stop } = await startLarder({
          ...(await withMail(mailbox)),
          REGISTRATION: 'closed',
          REQUIRE_VERIFIED_EMAIL: 'on',
        })
        await use(larder)
        await stop()
      },
      { scope: 'worker' },
    ],
  })

  strict(
    'the register page and its action say that registration is closed',
    { tag: ['@once', '@full'] },
    async ({ page, request }) => {
      await page.goto('/register')
      await expect(page.getByText('Registration is closed on this server.')).toBeVisible()
      await expect(page.getByRole('main').locator('form')).toHaveCount(0)
      const form = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }
      const refused = await request.post('/register', { form })
      expect(refused.status()).toBe(403)
      expect(await refused.text()).toContain('Registration is closed on this server.')
    },
  )

  strict(
    'signing in with an unconfirmed email looks like a wrong password, and sends a new link',
    { tag: '@full' },
    async ({ page, account, mailbox, allowErrors }) => {
      allowErrors(/400/)
      for (const tried of [{ ...account, email: `nobody-${newId()}@example.org` }, account]) {
        await logIn(page, tried)
        await expect(messageWith(page, "or your email isn't confirmed yet")).toBeVisible()
        await expect(page.getByLabel('Email')).toHaveValue(tried.email)
      }
      expect(new URL(page.url()).pathname).toBe('/login')
      const [mail] = await mailbox.to(account.email)
      expect(mail?.subject).toBe('Confirm your email')
    },
  )
})

test.describe('without a mail server', () => {
  const withoutMail = test.extend<object, { larder: Larder }>({
    larder: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern
      async ({}, use) => {
        const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn', REQUIRE_VERIFIED_EMAIL: 'on' })
        await use(larder)
        await stop()
      },
      { scope: 'worker' },
    ],
  })

  withoutMail(
    'registration says who confirms the account, and the operator does',
    { tag: '@full' },
    async ({ page, larder, allowErrors }) => {
      allowErrors(/400/)
      const email = `${newId()}@example.org`
      const password = 'a fine password'
      await page.goto('/register')
      await expect(page.getByText("This server doesn't send email.")).toBeVisible()
      await page.getByLabel('Name').fill('Ada')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'submit' }).click()
      await page.waitForURL('**/login')
      await expect(messageWith(page, 'ask the person who runs it to confirm your account')).toBeVisible()
      await logIn(page, { email, password })
      await expect(
        messageWith(page, 'ask the person who runs this server to confirm your account'),
      ).toBeVisible()
      expect((await runLarder(larder.dataDir, ['user', 'confirm', email])).code).toBe(0)
      await logIn(page, { email, password })
      await page.waitForURL(/userID=/)
    },
  )

  withoutMail(
    'a forgotten password: the page says whom to ask, for every email',
    { tag: '@full' },
    async ({ page, account }) => {
      for (const email of [account.email, `nobody-${newId()}@example.org`]) {
        await page.goto('/forgot-password')
        await expect(page.getByText('ask the person who runs it for a reset link')).toBeVisible()
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Reset Password' }).click()
        await expect(page.getByRole('heading', { name: 'Please check your email!' })).toBeVisible()
        await expect(page.getByText('Ask the person who runs it for a reset link')).toBeVisible()
      }
    },
  )
})

// ASVS 4.1.3 15.3.4
test("a forged client address doesn't get around a rate limit", { tag: '@full' }, async ({
  request,
  scripted,
}) => {
  test.skip(!scripted, 'needs no page')
  // No proxy is trusted here, so every request comes from 127.0.0.1.
  const { larder, stop } = await startLarder({ LOG_LEVEL: 'warn' })
  const attempt = () =>
    request.post(`${larder.url}/login`, {
      form: { email: `${newId()}@example.org`, password: 'x' },
      headers: { 'X-Forwarded-For': someAddress() },
    })
  for (let n = 0; n < 10; n++) expect((await attempt()).status()).toBe(400)
  expect((await attempt()).status()).toBe(429)
  await stop()
})

test('the account screens are accessible', { tag: '@full' }, async ({
  page,
  larder,
  account,
  scripted,
  allowErrors,
}) => {
  test.skip(!scripted, 'axe needs JavaScript')
  allowErrors(/400/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const screens = [
    '/login',
    '/register',
    '/forgot-password',
    resetLinkFor(larder, account),
    '/auth/reset-password',
    '/user/verify-email',
  ]
  for (const path of screens) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
  await page.goto('/register')
  await page.getByRole('button', { name: 'submit' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page, 'a refused form')
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Please check your email!' })).toBeFocused()
  await expectAccessible(page, 'the check-email screen')
})
