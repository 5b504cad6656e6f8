import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { createQuote, lineOf, ok } from './findings.ts'

const PASSWORD = 'correct horse/battery'
const quote = createQuote(
  readConfig({
    SMTP_USER: 'ada',
    SMTP_PASSWORD: PASSWORD,
    OPENAI_API_KEY: 'sk-proj-0123456789abcdef',
    S3_ENDPOINT: 'https://ada:pantry%20key@s3.example.org',
    BASE_URL: 'https://larder.example.org',
    DATABASE_URL: 'postgres://larder:rye-and-barley@db.example.org/larder',
  }),
)

test.each([
  ['a password', `Wrong: ${PASSWORD}!`],
  ['a password in Base64', Buffer.from(PASSWORD).toString('base64')],
  ['a sign-in as SMTP sends it', `AUTH PLAIN ${Buffer.from(`\0ada\0${PASSWORD}`).toString('base64')}`],
  ['a part of a key', 'Incorrect API key provided: sk-proj-********'],
  ['a password from a URL', 'postgres://larder:rye-and-barley@db'],
  ['an encoded password from a URL', 'pantry%20key or pantry key'],
])('%s is not quoted', (_secret, text) => {
  expect(quote(text)).toContain('(secret)')
  expect(quote(text)).not.toMatch(/battery|horse|sk-proj|barley|pantry|Y29ycmVj|hdHRlcnk/)
})

test('a text without secrets is quoted as one short line, without control characters and its full stop', () => {
  expect(quote('535 5.7.8 denied by db.example.org.')).toBe('535 5.7.8 denied by db.example.org')
  expect(quote('first\r\nok    mail\u001b[31m')).toBe('first ok mail\ufffd[31m')
  expect(quote('x'.repeat(5000))).toHaveLength(241)
  expect(quote(Object.assign(new Error(''), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
})

test('no text around it makes a password visible', () => {
  const around = fc.string({ maxLength: 50 })
  fc.assert(
    fc.property(around, around, (before, after) => !quote(before + PASSWORD + after).includes('horse')),
  )
})

test('a line shows no password of a URL', () => {
  expect(lineOf(ok('AI', 'http://ada:hush@localhost has it.'))).toBe(
    'ok    AI             http://(secret)@localhost has it.',
  )
})
