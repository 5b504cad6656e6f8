import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { AUDIT_EVENTS } from '#app/domain/audit.ts'
import { addPerson, type Larder, startLarder } from '../support/larder.ts'
import { linkIn, type Mailbox, startMailbox } from '../support/mailbox.ts'
import { requestHead, sendRaw } from '../support/raw.ts'
import { addList } from '../support/rows.ts'
import { addMember } from '../support/sharing.ts'

const EMAIL = 'cleo.q@example.org'
const UNKNOWN_EMAIL = 'unknown.x@example.org'
const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'another staple entirely'
const NEWEST_PASSWORD = 'yet another staple'
const WRONG = 'wrong but secret'
const MADE_UP = 'larder_madeUpToken'

// As sent by a trusted proxy.
const ADDRESS = '192.0.2.7'
const FROM = { 'X-Forwarded-For': ADDRESS }

type LogLine = Record<string, unknown>

let started: Awaited<ReturnType<typeof startLarder>>
let larder: Larder
let mailbox: Mailbox
let expected = 0
const secrets = [EMAIL, UNKNOWN_EMAIL, PASSWORD, NEW_PASSWORD, NEWEST_PASSWORD, WRONG, MADE_UP]

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

function logLines(): LogLine[] {
  const printed = larder.output().split('\n')
  return printed.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}
const audited = () => logLines().filter(({ audit }) => audit !== undefined)

/** Expects that an action writes exactly these audit lines, in this order. */
async function expectAudit<T>(action: () => Promise<T>, ...lines: LogLine[]): Promise<T> {
  const before = expected
  expected += lines.length
  const result = await action()
  await expect.poll(() => audited().length).toBeGreaterThanOrEqual(expected)
  const found = audited().slice(before)
  expect(found).toMatchObject(lines)
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
  return sessionIn(await post('/login', { email, password }))
}

function sessionIn({ headers }: Response): string {
  const cookie = headers.getSetCookie().find((line) => line.startsWith('session=')) ?? ''
  const [pair = ''] = cookie.split(';')
  secrets.push(pair.slice('session='.length))
  return pair
}

function socket(headers: Record<string, string>) {
  const client = new WebSocket(`${larder.url.replace('http', 'ws')}/ws`, { headers: { ...FROM, ...headers } })
  return new Promise<void>((resolve) => {
    client.once('error', () => resolve())
    client.once('close', () => resolve())
  })
}

// ASVS 16.2.5 16.3.1 16.3.2 16.3.3
test('every audited event is logged, without secrets', async () => {
  const account = { name: 'Cleopatra Q', email: EMAIL, password: PASSWORD }
  secrets.push(account.name)

  // Registration and failed sign-ins.
  await expectAudit(() => post('/register', account), {
    audit: 'registered',
    user: expect.any(String),
    from: ADDRESS,
  })
  const id = String(larder.database.prepare('SELECT id FROM users').pluck().get())
  await expectAudit(() => post('/register', account), { audit: 'registration-refused', reason: 'taken' })
  await expectAudit(() => post('/login', { email: EMAIL, password: WRONG }), {
    audit: 'sign-in-failed',
    user: id,
  })
  await expectAudit(() => api('/auth/login', { email: UNKNOWN_EMAIL, password: WRONG }), {
    audit: 'sign-in-failed',
  })
  expect(audited().at(-1)).not.toHaveProperty('user')

  // Links in emails.
  const verify = await linkFor(/confirm/i)
  const confirm = { verificationToken: verify.token, email: EMAIL, password: PASSWORD }
  await expectAudit(() => api('/user/verify-email', { ...confirm, password: WRONG }), {
    audit: 'sign-in-failed',
    user: id,
  })
  await expectAudit(() => api('/user/verify-email', confirm), { audit: 'email-verified', user: id })
  await expectAudit(() => api('/user/verify-email', { verificationToken: verify.token, email: EMAIL }))
  await expectAudit(() => api('/user/verify-email', { verificationToken: WRONG, email: EMAIL }), {
    audit: 'link-refused',
  })
  await expectAudit(() => post('/forgot-password', { email: EMAIL }), { audit: 'reset-asked' })
  await expectAudit(() => post('/forgot-password', { email: UNKNOWN_EMAIL }), { audit: 'reset-asked' })
  const reset = await linkFor(/password/i)
  const link = `/auth/reset-password?${new URLSearchParams(reset)}`
  // As if the email had never been confirmed.
  larder.database.prepare('UPDATE users SET email_verified_at = NULL WHERE id = ?').run(id)
  const other = addPerson(larder, 'Eve')
  addMember(larder, addList(larder, { ...other, id }, 'Market'), other)
  await expectAudit(
    () => post(link, { password: NEW_PASSWORD }),
    { audit: 'password-reset', user: id },
    { audit: 'sharing-paused', user: id },
  )
  await expectAudit(() => post(link, { password: NEW_PASSWORD }), { audit: 'link-refused' })

  // A signed-in user.
  let Cookie = ''
  await expectAudit(
    async () => {
      Cookie = await logIn(EMAIL, NEW_PASSWORD)
    },
    { audit: 'signed-in', user: id, from: ADDRESS },
  )
  const keep = { sharing: 'paused', answer: 'accept' }
  await expectAudit(() => post('/answer', keep, { Cookie }), { audit: 'sharing-resumed', user: id })
  const nothing = { owners: {}, offers: [], members: [], links: [], invites: [], companions: [] }
  larder.database
    .prepare('INSERT INTO paused_sharing (user_id, snapshot, created_at) VALUES (?, ?, 1)')
    .run(id, JSON.stringify(nothing))
  await expectAudit(() => post('/answer', { ...keep, answer: 'decline' }, { Cookie }), {
    audit: 'sharing-ended',
    user: id,
  })
  const page = await expectAudit(() => post('/settings', { intent: 'token', name: 'script' }, { Cookie }), {
    audit: 'token-made',
    user: id,
  })
  const token = /larder_[\w-]{43}/.exec(await (page as Response).text())?.[0] ?? ''
  secrets.push(token)
  expect((await get('/api/v1/list', { Authorization: `Bearer ${token}` })).status).toBe(200)
  const tokenId = String(larder.database.prepare('SELECT id FROM api_tokens').pluck().get())
  const revoke = () => post(`/revoke-token/${tokenId}`, {}, { Cookie })
  await expectAudit(revoke, { audit: 'token-revoked', user: id })
  await expectAudit(revoke)
  for (const path of ['/api/v1/list', '/receipt/unknown']) {
    await expectAudit(() => get(path, { Authorization: `Bearer ${MADE_UP}` }), { audit: 'token-refused' })
  }
  await expectAudit(async () => (await get('/settings/export', { Cookie })).arrayBuffer(), {
    audit: 'data-exported',
    user: id,
  })

  const change = (currentPassword: string) =>
    post('/settings', { intent: 'password', currentPassword, password: NEWEST_PASSWORD }, { Cookie })
  await expectAudit(() => change(WRONG), { audit: 'password-change-refused', user: id })
  const changed = await expectAudit(() => change(NEW_PASSWORD), { audit: 'password-changed', user: id })
  Cookie = sessionIn(changed as Response)
  const move = (email: string, currentPassword: string) =>
    post('/settings', { intent: 'email', email, currentPassword }, { Cookie })
  const NEW_EMAIL = 'cleo.q@example.com'
  await expectAudit(() => move(NEW_EMAIL, WRONG), { audit: 'email-change-refused', user: id })
  await expectAudit(() => move(NEW_EMAIL, NEWEST_PASSWORD))
  const [asked] = await mailbox.to(NEW_EMAIL)
  const moved = new URL(linkIn(asked as NonNullable<typeof asked>))
  secrets.push(NEW_EMAIL, moved.searchParams.get('token') ?? '')
  await expectAudit(() => post(moved.pathname + moved.search, {}, { Cookie }), {
    audit: 'email-changed',
    user: id,
  })
  const signOut = (intent: string) => post('/settings', { intent }, { Cookie })
  await expectAudit(() => signOut('sign-out-elsewhere'))
  await expectAudit(() => logIn(NEW_EMAIL, NEWEST_PASSWORD), { audit: 'signed-in', user: id })
  await expectAudit(() => signOut('sign-out-elsewhere'), {
    audit: 'sessions-ended',
    user: id,
    reason: 'elsewhere',
  })
  await expectAudit(() => signOut('sign-out-everywhere'), {
    audit: 'sessions-ended',
    user: id,
    reason: 'everywhere',
  })
  await expectAudit(
    async () => {
      Cookie = await logIn(NEW_EMAIL, NEWEST_PASSWORD)
    },
    { audit: 'signed-in', user: id },
  )

  // Another user's list.
  const eve = addPerson(larder, 'Eve')
  await post('/', { name: 'Market' }, { Cookie: `session=${eve.cookie}` })
  const lists = larder.database.prepare('SELECT id FROM lists WHERE created_by = ?').pluck()
  const foreignList = String(lists.get(eve.id))
  await expectAudit(() => get(`/single-list?listID=${foreignList}`, { Cookie }), {
    audit: 'access-refused',
    user: id,
  })
  await expectAudit(() => post(`/delete-list/${foreignList}`, {}, { Cookie }), {
    audit: 'access-refused',
    user: id,
  })
  for (const path of ['receipt', 'list']) {
    await expectAudit(() => get(`/api/v1/${path}/${foreignList}`, { Cookie }), {
      audit: 'access-refused',
      user: id,
    })
  }

  // Sharing.
  const friend = addPerson(larder, 'Friend of Cleopatra')
  secrets.push(friend.name)
  const ownList = addList(larder, { ...friend, id }, 'Shared')
  const ask = async (method: string, path: string, cookie = Cookie, fields: object = {}) => {
    const headers = { ...FROM, Cookie: cookie, 'Content-Type': 'application/json' }
    const body = method === 'GET' ? null : JSON.stringify(fields)
    const response = await fetch(`${larder.url}/api/v1${path}`, { method, headers, body })
    return (await response.json()) as Record<string, { _id: string; url: string }>
  }
  const by = (event: string, user = id) => ({ audit: event, user, from: ADDRESS })
  const friendCookie = `session=${friend.cookie}`
  const tokenIn = (url = '') => {
    const token = url.split('/').at(-1) ?? ''
    secrets.push(token)
    return token
  }
  const join = async () => {
    const { invite } = await expectAudit(() => invited(), by('invite-made'))
    const token = tokenIn(invite?.url)
    await expectAudit(() => ask('POST', `/invite/${token}`, friendCookie), by('invite-accepted', friend.id))
  }
  const invited = () => ask('POST', `/list/${ownList}/invite`)
  const { invite } = await expectAudit(invited, by('invite-made'))
  await expectAudit(() => ask('DELETE', `/list/${ownList}/invite/${invite?._id}`), by('invite-withdrawn'))
  const withdrawn = tokenIn(invite?.url)
  await expectAudit(() => ask('POST', `/invite/${withdrawn}`, friendCookie), by('invite-refused', friend.id))
  const made = await expectAudit(() => ask('POST', `/list/${ownList}/link`), by('link-made'))
  tokenIn(made.link?.url)
  await expectAudit(() => ask('DELETE', `/list/${ownList}/link/${made.link?._id}`), by('link-revoked'))
  const member = `/list/${ownList}/member/${friend.id}`
  await join()
  await expectAudit(() => ask('PATCH', member, Cookie, { role: 'viewer' }), {
    ...by('member-role-set'),
    reason: 'viewer',
  })
  await expectAudit(() => ask('DELETE', member), by('member-removed'))
  await join()
  await expectAudit(() => ask('DELETE', member, friendCookie), by('list-left', friend.id))
  await join()
  await expectAudit(() => ask('PATCH', member, Cookie, { always: true }), by('always-asked'))
  const sharer = `/sharer/${id}`
  await expectAudit(() => ask('POST', sharer, friendCookie), by('always-accepted', friend.id))
  await expectAudit(() => ask('DELETE', sharer, friendCookie), by('always-ended', friend.id))
  const offer = () => ask('POST', `/list/${ownList}/owner`, Cookie, { userId: friend.id })
  const answer = `/list/${ownList}/offer`
  await expectAudit(offer, by('list-offered'))
  await expectAudit(() => ask('DELETE', answer, friendCookie), {
    ...by('offer-ended', friend.id),
    reason: 'declined',
  })
  await expectAudit(offer, by('list-offered'))
  await expectAudit(() => ask('POST', answer, friendCookie), by('list-handed-over', friend.id))

  // Other sites, sockets, metrics and limits.
  const evil = { Origin: 'https://evil.example' }
  await expectAudit(() => post('/logout', {}, { Cookie, ...evil }), { audit: 'cross-site-refused' })
  await expectAudit(() => get('/api/v1/auth/logout', { Cookie, ...evil }), { audit: 'cross-site-refused' })
  await expectAudit(() => socket({ Cookie, ...evil }), {
    audit: 'socket-refused',
    status: 403,
    from: ADDRESS,
  })
  await expectAudit(() => socket({}), { audit: 'socket-refused', status: 1008, from: ADDRESS })
  await expectAudit(() => get('/metrics', { Authorization: `Bearer ${WRONG}` }), { audit: 'metrics-refused' })
  const away = { 'X-Forwarded-For': '192.0.2.99' }
  for (let n = 0; n < 10; n += 1) {
    await expectAudit(() => post('/login', { email: UNKNOWN_EMAIL, password: WRONG }, away), {
      audit: expect.stringMatching(/^(?:sign-in-failed|limited)$/),
    })
  }
  await expectAudit(() => post('/login', { email: `2${UNKNOWN_EMAIL}`, password: WRONG }, away), {
    audit: 'limited',
    limit: 'login',
    from: '192.0.2.99',
  })

  // Deleting the account.
  await expectAudit(() => post('/settings/delete-account', { password: WRONG }, { Cookie }), {
    audit: 'deletion-refused',
    user: id,
  })
  await expectAudit(() => post('/logout', {}, { Cookie }), { audit: 'signed-out', user: id })
  await expectAudit(() => post('/logout', {}, { Cookie }))
  await expectAudit(
    async () => {
      Cookie = await logIn(NEW_EMAIL, NEWEST_PASSWORD)
    },
    { audit: 'signed-in', user: id },
  )
  await expectAudit(() => post('/settings/delete-account', { password: NEWEST_PASSWORD }, { Cookie }), {
    audit: 'account-deleted',
    user: id,
  })
  larder.database.prepare("INSERT INTO settings (key, value) VALUES ('registration', 'closed')").run()
  await expectAudit(() => post('/register', account), { audit: 'registration-refused', reason: 'closed' })

  expect(audited()).toHaveLength(expected)
  expect(new Set(audited().map(({ audit }) => audit))).toEqual(new Set(AUDIT_EVENTS))
  expect(secrets.filter((secret) => secret === '')).toEqual([])
  for (const secret of secrets) expect(larder.output()).not.toContain(secret)
  expect(decodeURIComponent(larder.output().replaceAll('%', '%25'))).not.toMatch(/cleo\.q|unknown\.x/)
})

// ASVS 16.1.1 16.2.1
test('an audit line contains the id of its request', async () => {
  const response = await post('/', { name: 'x' }, { Origin: 'https://evil.example' })
  const id = response.headers.get('X-Request-Id')
  await expect
    .poll(() => logLines().filter((line) => line.id === id))
    .toMatchObject([{ audit: 'cross-site-refused' }, { url: '/', status: 403 }])
})

test('the documented fail2ban filter finds addresses that guess passwords, and forged headers do not mislead it', async () => {
  const forged = '"audit":"limited","from":"198.51.100.1"'
  await sendRaw(larder.url, requestHead(`GET /nowhere?${forged}`, 'X-Forwarded-For: 192.0.2.50'))
  await sendRaw(larder.url, requestHead('GET /nowhere', `X-Forwarded-For: ${forged}`))
  await post('/login', { email: UNKNOWN_EMAIL, password: WRONG }, { 'X-Forwarded-For': '192.0.2.60' })
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
