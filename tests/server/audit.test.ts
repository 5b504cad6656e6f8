import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { AUDIT_EVENTS } from '#app/domain/audit.ts'
import { addPerson, type Larder, startLarder } from '../support/larder.ts'
import { linkIn, type Mailbox, startMailbox } from '../support/mailbox.ts'
import { requestHead, sendRaw } from '../support/raw.ts'

const EMAIL = 'cleo.q@example.org'
const STRANGER = 'nobody.x@example.org'
const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'another staple entirely'
const WRONG = 'wrong but secret'
const MADE_UP = 'larder_madeUpByNobody'

// As a proxy of ours on this machine tells it.
const ADDRESS = '192.0.2.7'
const FROM = { 'X-Forwarded-For': ADDRESS }

type Line = Record<string, unknown>

let started: Awaited<ReturnType<typeof startLarder>>
let larder: Larder
let mailbox: Mailbox
let expected = 0
const secrets = [EMAIL, STRANGER, PASSWORD, NEW_PASSWORD, WRONG, MADE_UP]

beforeAll(async () => {
  mailbox = await startMailbox()
  started = await startLarder({
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '127.0.0.1/32',
    METRICS_TOKEN: 'only-for-the-test',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: 'none',
  })
  larder = started.larder
})
afterAll(async () => {
  await started.stop()
  await mailbox.stop()
})

function linesOf(): Line[] {
  const printed = larder.output().split('\n')
  return printed.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}
const audited = () => linesOf().filter(({ audit }) => audit !== undefined)

/** The audit lines that this was worth, all of them and in their order. */
async function isNoted(work: () => Promise<unknown>, ...wanted: Line[]) {
  const before = expected
  expected += wanted.length
  const result = await work()
  await expect.poll(() => audited().length).toBeGreaterThanOrEqual(expected)
  const found = audited().slice(before)
  expect(found).toMatchObject(wanted)
  for (const line of found) expect(line).toMatchObject({ from: expect.any(String), level: 'info' })
  return result
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields)
  return fetch(larder.url + path, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { ...FROM, ...headers },
  })
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(larder.url + path, { redirect: 'manual', headers: { ...FROM, ...headers } })
const api = (path: string, fields: Record<string, string>) => post(`/api/v1${path}`, fields)

async function linkFor(subject: RegExp): Promise<{ token: string; email: string }> {
  let link: URL | undefined
  await expect
    .poll(() => {
      const mail = mailbox.received.find((one) => one.to.includes(EMAIL) && subject.test(one.subject))
      link = mail && new URL(linkIn(mail))
      return link
    })
    .toBeDefined()
  const token = link?.searchParams.get('token') ?? ''
  secrets.push(token)
  return { token, email: EMAIL }
}

async function logIn(email: string, password: string): Promise<string> {
  const answer = await post('/login', { email, password })
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session=')) ?? ''
  const [pair = ''] = cookie.split(';')
  secrets.push(pair.slice('session='.length))
  return pair
}

function socket(headers: Record<string, string>) {
  const opened = new WebSocket(`${larder.url.replace('http', 'ws')}/ws`, { headers: { ...FROM, ...headers } })
  return new Promise<void>((resolve) => {
    opened.once('error', () => resolve())
    opened.once('close', () => resolve())
  })
}

test('everything that an audit line is for writes one, and none of them tells a secret', async () => {
  const account = { name: 'Cleopatra Q', email: EMAIL, password: PASSWORD }
  secrets.push(account.name)

  // An account, and what others try with it.
  await isNoted(() => post('/register', account), {
    audit: 'registered',
    user: expect.any(String),
    from: ADDRESS,
  })
  const id = String(larder.database.prepare('SELECT id FROM users').pluck().get())
  await isNoted(() => post('/register', account), { audit: 'registration-refused', reason: 'taken' })
  await isNoted(() => post('/login', { email: EMAIL, password: WRONG }), {
    audit: 'sign-in-failed',
    user: id,
  })
  await isNoted(() => api('/auth/login', { email: STRANGER, password: WRONG }), { audit: 'sign-in-failed' })
  expect(audited().at(-1)).not.toHaveProperty('user')

  // Links in mail.
  const verify = await linkFor(/confirm/i)
  await isNoted(() => api('/user/verify-email', { verificationToken: verify.token, email: EMAIL }), {
    audit: 'email-verified',
    user: id,
  })
  await isNoted(() => api('/user/verify-email', { verificationToken: verify.token, email: EMAIL }), {
    audit: 'link-refused',
  })
  await isNoted(() => post('/forgot-password', { email: EMAIL }), { audit: 'reset-asked' })
  await isNoted(() => post('/forgot-password', { email: STRANGER }), { audit: 'reset-asked' })
  const reset = await linkFor(/password/i)
  const link = `/auth/reset-password?${new URLSearchParams(reset)}`
  await isNoted(() => post(link, { password: NEW_PASSWORD }), { audit: 'password-reset', user: id })
  await isNoted(() => post(link, { password: NEW_PASSWORD }), { audit: 'link-refused' })

  // Somebody signed in.
  let Cookie = ''
  await isNoted(
    async () => {
      Cookie = await logIn(EMAIL, NEW_PASSWORD)
    },
    { audit: 'signed-in', user: id, from: ADDRESS },
  )
  const page = await isNoted(() => post('/settings', { name: 'script' }, { Cookie }), {
    audit: 'token-made',
    user: id,
  })
  const token = /larder_[\w-]{43}/.exec(await (page as Response).text())?.[0] ?? ''
  secrets.push(token)
  expect((await get('/api/v1/list', { Authorization: `Bearer ${token}` })).status).toBe(200)
  const tokenId = String(larder.database.prepare('SELECT id FROM api_tokens').pluck().get())
  const revoke = () => post(`/revoke-token/${tokenId}`, {}, { Cookie })
  await isNoted(revoke, { audit: 'token-revoked', user: id })
  await isNoted(revoke)
  for (const path of ['/api/v1/list', '/receipt/nobodys']) {
    await isNoted(() => get(path, { Authorization: `Bearer ${MADE_UP}` }), { audit: 'token-refused' })
  }
  await isNoted(async () => (await get('/settings/export', { Cookie })).arrayBuffer(), {
    audit: 'data-exported',
    user: id,
  })

  // What is somebody else's.
  const eve = addPerson(larder, 'Eve')
  await post('/', { name: 'Hers' }, { Cookie: `session=${eve.cookie}` })
  const hers = String(larder.database.prepare('SELECT id FROM lists').pluck().get())
  await isNoted(() => get(`/single-list?listID=${hers}`, { Cookie }), { audit: 'access-refused', user: id })
  await isNoted(() => post(`/delete-list/${hers}`, {}, { Cookie }), { audit: 'access-refused', user: id })
  await isNoted(() => get(`/api/v1/receipt/${hers}`, { Cookie }), { audit: 'access-refused', user: id })

  // Other doors.
  const evil = { Origin: 'https://evil.example' }
  await isNoted(() => post('/logout', {}, { Cookie, ...evil }), { audit: 'cross-site-refused' })
  await isNoted(() => get('/api/v1/auth/logout', { Cookie, ...evil }), { audit: 'cross-site-refused' })
  await isNoted(() => socket({ Cookie, ...evil }), { audit: 'socket-refused', status: 403, from: ADDRESS })
  await isNoted(() => socket({}), { audit: 'socket-refused', status: 1008, from: ADDRESS })
  await isNoted(() => get('/metrics', { Authorization: `Bearer ${WRONG}` }), { audit: 'metrics-refused' })
  const away = { 'X-Forwarded-For': '192.0.2.99' }
  for (let n = 0; n < 10; n += 1) {
    await isNoted(() => post('/login', { email: STRANGER, password: WRONG }, away), {
      audit: expect.stringMatching(/^(?:sign-in-failed|limited)$/),
    })
  }
  await isNoted(() => post('/login', { email: `2${STRANGER}`, password: WRONG }, away), {
    audit: 'limited',
    limit: 'login',
    from: '192.0.2.99',
  })

  // The end.
  await isNoted(() => post('/settings/delete-account', { password: WRONG }, { Cookie }), {
    audit: 'deletion-refused',
    user: id,
  })
  await isNoted(() => post('/logout', {}, { Cookie }), { audit: 'signed-out', user: id })
  await isNoted(() => post('/logout', {}, { Cookie }))
  await isNoted(
    async () => {
      Cookie = await logIn(EMAIL, NEW_PASSWORD)
    },
    { audit: 'signed-in', user: id },
  )
  await isNoted(() => post('/settings/delete-account', { password: NEW_PASSWORD }, { Cookie }), {
    audit: 'account-deleted',
    user: id,
  })
  larder.database.prepare("INSERT INTO settings (key, value) VALUES ('registration', 'closed')").run()
  await isNoted(() => post('/register', account), { audit: 'registration-refused', reason: 'closed' })

  expect(audited()).toHaveLength(expected)
  expect(new Set(audited().map(({ audit }) => audit))).toEqual(new Set(AUDIT_EVENTS))
  expect(secrets.filter((secret) => secret === '')).toEqual([])
  for (const secret of secrets) expect(larder.output()).not.toContain(secret)
  expect(decodeURIComponent(larder.output().replaceAll('%', '%25'))).not.toMatch(/cleo\.q|nobody\.x/)
})

test('an audit line has the number of its request', async () => {
  const answer = await post('/', { name: 'x' }, { Origin: 'https://evil.example' })
  const id = answer.headers.get('X-Request-Id')
  await expect
    .poll(() => linesOf().filter((line) => line.id === id))
    .toMatchObject([{ audit: 'cross-site-refused' }, { url: '/', status: 403 }])
})

test('fail2ban, told what the page about it says, sees who guesses, and nobody makes it see others', async () => {
  const forged = '"audit":"limited","from":"198.51.100.1"'
  await sendRaw(larder.url, requestHead(`GET /nowhere?${forged}`, 'X-Forwarded-For: 192.0.2.50'))
  await sendRaw(larder.url, requestHead('GET /nowhere', `X-Forwarded-For: ${forged}`))
  await post('/login', { email: STRANGER, password: WRONG }, { 'X-Forwarded-For': '192.0.2.60' })
  await expect.poll(() => larder.output()).toContain('192.0.2.60')
  const page = readFileSync('docs/metrics-and-logs.md', 'utf8')
  const [, failregex = ''] = /^failregex = (.*)$/m.exec(page) ?? []
  const pattern = new RegExp(failregex.replace('<ADDR>', '([0-9a-f.:]+)'))
  const found = larder
    .output()
    .split('\n')
    .flatMap((line) => pattern.exec(line)?.[1] ?? [])
  expect(new Set(found)).toEqual(new Set([ADDRESS, '192.0.2.99', '192.0.2.60']))
})
