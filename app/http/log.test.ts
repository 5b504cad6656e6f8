import { Writable } from 'node:stream'
import express from 'express'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { listen } from '#tests/support/listen.ts'
import { requestHead, sendRaw } from '#tests/support/raw.ts'
import { requestContext } from './in/requestContext.ts'
import { createLog, logRequests, redactUrl } from './log.ts'

// ASVS 16.2.5
test.each([
  ['/auth/reset-password?token=abc&email=a%40b', '/auth/reset-password?token=[redacted]&email=[redacted]'],
  ['/user/verify-email?email=a&TOKEN=x', '/user/verify-email?email=[redacted]&TOKEN=[redacted]'],
  ['/share-target?title=a&text=b%0Ac&url=d', '/share-target?title=[redacted]&text=[redacted]&url=[redacted]'],
  ['/login?share=b%0Ac', '/login?share=[redacted]'],
  ['/single-list?listID=1', '/single-list?listID=1'],
  ['/?nottoken=1', '/?nottoken=[redacted]'],
  ['/landing', '/landing'],
  // Tokens, even if they were cut or extended.
  ['/s/abc', '/s/[redacted]'],
  ['/s/abc/completed.data', '/s/[redacted]/completed.data'],
  ['/s/abc?dialog=add', '/s/[redacted]?dialog=add'],
  ['/invite/abc', '/invite/[redacted]'],
  // Only values that are known to be harmless are shown.
  ['/?userID=0198-ab&listID=1&itemID=2', '/?userID=0198-ab&listID=1&itemID=2'],
  ['/single-list?listID=1&dialog=edit&itemID=2', '/single-list?listID=1&dialog=edit&itemID=2'],
  ['/receipt/1?v=0198-ab', '/receipt/1?v=0198-ab'],
  ['/a.data?_routes=routes%2Fsingle-list%2Croot', '/a.data?_routes=routes%2Fsingle-list%2Croot'],
  ['/login?password=hush', '/login?password=[redacted]'],
  ['/login?access_token=hush&v=1', '/login?access_token=[redacted]&v=1'],
  ['/login?api-key=hush', '/login?api-key=[redacted]'],
  // Values of an unknown form.
  ['/?listID=hush+hush', '/?listID=[redacted]'],
  ['/?listID=a=hush', '/?listID=[redacted]'],
  ['/?v=1;token=hush', '/?v=[redacted]'],
  ['/?v=1#access_token=hush', '/?v=[redacted]'],
  ['/?v=1%26token%3Dhush', '/?v=[redacted]'],
  [`/?v=${'h'.repeat(81)}`, '/?v=[redacted]'],
  // Names that could be a secret themselves.
  ['/login?hush', '/login?[redacted]'],
  ['/login?aHVzaA==', '/login?[redacted]'],
  ['/login?larder_7Hush=1', '/login?[redacted]'],
  ['/login?%70assword=hush', '/login?[redacted]'],
  ['/login?to%20ken=hush', '/login?[redacted]'],
  [`/login?${'h'.repeat(25)}=1`, '/login?[redacted]'],
  ['/login?=hush&&v=1', '/login?[redacted]&[redacted]&v=1'],
  ['/login?a?password=hush', '/login?[redacted]'],
  // A path that contains a query, a fragment or credentials.
  ['/auth/reset-password%3Ftoken=hush', '/auth/reset-password[redacted]'],
  ['/auth/reset-password&token=hush', '/auth/reset-password[redacted]'],
  ['/landing#access_token=hush?v=1', '/landing[redacted]'],
  ['/landing;session=hush', '/landing[redacted]'],
  ['http://ada:hush@larder.example/landing', 'http://[redacted]/landing'],
  ['//ada:hu@sh@larder.example/', '//[redacted]/'],
  ['/http:/ada:hush@larder.example/', '/http:/[redacted]/'],
  ['/%2F%2Fada:hush%40larder.example', '/[redacted]'],
  ['/auth/reset-password%253Ftoken%253Dhush', '/auth/reset-password[redacted]'],
  ['/auth/reset-password%EF%BC%9Ftoken=hush', '/auth/reset-password[redacted]'],
  ['/auth/reset-password%u003Ftoken=hush', '/auth/reset-password[redacted]'],
  [`/auth/reset-password/token/${'hH_'.repeat(14)}h`, '/auth/reset-password/token/[redacted]'],
  [`/?v=${'hH_'.repeat(14)}h`, '/?v=[redacted]'],
  ['/a.data?_routes=routeshush', '/a.data?[redacted]'],
  [`/?dialog=hush-hush&_routes=hush`, '/?dialog=[redacted]&[redacted]'],
  [
    '/edit-item/0198c3f2-7f19-752f-ab14-a57e071a0980.data?listID=0198c3f2-7f19-752f-ab14-a57e071a0980',
    '/edit-item/0198c3f2-7f19-752f-ab14-a57e071a0980.data?listID=0198c3f2-7f19-752f-ab14-a57e071a0980',
  ],
  ['/assets/entry.client-DDahFZ0Y-0123456789.js', '/assets/entry.client-DDahFZ0Y-0123456789.js'],
  ['*', '*'],
])('%s is logged as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged)
})

test('a URL is logged in ASCII, up to 2,000 characters', () => {
  expect(redactUrl('/caf\u00e9\u009b31m\u0085 \u007f')).toBe('/caf%e9%9b31m%85%20%7f')
  expect(redactUrl(`//ada:${'x'.repeat(3000)}@larder.example/${'y'.repeat(3000)}`)).toBe(
    '//[redacted]/[redacted]',
  )
  expect(redactUrl('/y'.repeat(3000))).toHaveLength(2000)
})

function recordLog() {
  let text = ''
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return { log: createLog('trace', destination), text: () => text }
}

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const { log, text } = recordLog()
  write(log)
  return text()
}

// ASVS 16.4.1
test('the log line of a request is plain ASCII, whatever bytes it contains', async () => {
  const { log, text } = recordLog()
  const app = express()
  app.use(requestContext({ config: readConfig({ TRUST_PROXY: '9' }), log }), logRequests(log))
  app.use((_req, res) => void res.send('ok'))
  // Raw bytes in the URL end at Node's parser.
  const request = requestHead('GET /caf%9b?pass%9bword=hush&v=1', 'X-Forwarded-For: \x9b31m\x85\xff')
  await sendRaw(await listen(app), Buffer.from(request, 'latin1'))
  await expect.poll(text).toContain('"from":"127.0.0.1"')
  expect(text()).toMatch(/^[\n -~]+$/)
  expect(text()).toContain('"url":"/caf%9b?[redacted]&v=1"')
})

test('secrets are redacted, also one level deep', () => {
  const secrets = {
    password: 'hush',
    token: 'hush',
    cookie: 'hush',
    authorization: 'hush',
    headers: { cookie: 'hush' },
  }
  const text = logged((log) => {
    log.info(secrets)
    log.info({ req: secrets })
  })
  expect(text).not.toContain('hush')
  expect(text).toContain('[redacted]')
})

// ASVS 16.2.5
test("a database error is logged without its statement's values", () => {
  const error = Object.assign(new Error('UNIQUE constraint failed'), { params: ['ada@example.org', 'hush'] })
  expect(logged((log) => log.error({ err: error }))).not.toContain('hush')
})

// ASVS 16.4.1
test('a line is one JSON object with a time and a named level', () => {
  const line = JSON.parse(logged((log) => log.warn({ id: 'abc' }, 'look')))
  expect(line).toMatchObject({ level: 'warn', id: 'abc', msg: 'look' })
  expect(new Date(line.time).getFullYear()).toBeGreaterThan(2020)
})

test('control and bidirectional characters are escaped', () => {
  const name = '\u009b31m\u202eMilk\u007f\u2028👩‍👧'
  const line = logged((log) => log.info({ reason: name, err: new Error(name) }, `refused ${name}`))
  expect(line).not.toMatch(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/)
  expect(line).toContain('\\u009b31m\\u202eMilk\\u007f\\u2028👩‍👧')
  expect(JSON.parse(line)).toMatchObject({ reason: name, msg: `refused ${name}` })
})
