import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog, redactUrl } from './log.ts'

test.each([
  ['/auth/reset-password?token=abc&email=a%40b', '/auth/reset-password?token=[redacted]&email=[redacted]'],
  ['/user/verify-email?email=a&TOKEN=x', '/user/verify-email?email=[redacted]&TOKEN=[redacted]'],
  ['/share?title=a&text=b%0Ac&url=d', '/share?title=[redacted]&text=[redacted]&url=[redacted]'],
  ['/login?share=b%0Ac', '/login?share=[redacted]'],
  ['/single-list?listID=1', '/single-list?listID=1'],
  ['/?nottoken=1', '/?nottoken=1'],
  ['/landing', '/landing'],
])('%s is logged as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged)
})

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  write(createLog('trace', destination))
  return text
}

test('secrets do not reach the log, at the top or one deeper', () => {
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

test("a database error is logged without its statement's values", () => {
  const error = Object.assign(new Error('UNIQUE constraint failed'), { params: ['ada@example.org', 'hush'] })
  expect(logged((log) => log.error({ err: error }))).not.toContain('hush')
})

test('a line is one JSON object with its level as a word and its time', () => {
  const line = JSON.parse(logged((log) => log.warn({ id: 'abc' }, 'look')))
  expect(line).toMatchObject({ level: 'warn', id: 'abc', msg: 'look' })
  expect(new Date(line.time).getFullYear()).toBeGreaterThan(2020)
})
