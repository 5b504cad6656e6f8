import { describe, expect, test } from 'vitest'
import { DomainError, FAILURES, type Problem } from '#app/domain/errors.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { mails } from './en/mails.ts'
import { notices } from './en/notices.ts'
import { fieldTexts, textOf } from './errorText.ts'
import { readerIn } from './languages.server.ts'
import { ENGLISH } from './reader.ts'

const VALUES = {
  field: 'name',
  allowed: ['name', 'price'],
  max: 50,
  seconds: 120,
  requestId: 'r-1',
  bytes: 1_000_000,
  name: 'Oat milk',
  quantityMilli: 1500,
  unit: '',
  priceCents: 120,
  recipe: 'Lasagna',
  nearest: ['Lasagne'],
  format: 'heic',
  pixels: 256_000_000,
  sendsMail: true,
}

/** Has more values than any one message needs, so its type must be cast. */
const problem = (code: string, values: object = VALUES) => ({ code, params: values }) as Problem

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(Object.keys(FAILURES))('%s has a message, and all values it needs', (code) => {
    const text = textOf(readerIn(language), problem(code))
    expect(text).not.toMatch(/undefined|NaN|\[object/)
    expect(text.length).toBeGreaterThan(10)
  })
})

test.each([
  ['too-many-requests', { seconds: 1 }, 'Too many attempts. Try again in 1 second.'],
  [
    'recipe-limit-reached',
    { max: 20, seconds: 700 },
    'Limit reached: 20 questions an hour. Try again in 12 minutes.',
  ],
  [
    'photo-too-large',
    { bytes: 10 * 1024 * 1024 },
    'This photo is too large: the limit is 10 MB. Choose a smaller one.',
  ],
  [
    'photo-too-many-pixels',
    { pixels: 255_400_000, max: 50_000_000 },
    'This photo has 256 megapixels: the limit is 50. Choose a smaller one.',
  ],
  [
    'storage-limit-reached',
    { bytes: 1_000_000 },
    'Your storage is full (1 MB). Delete some items or a list to make room.',
  ],
  ['method-not-allowed', { allowed: ['GET', 'HEAD', 'POST'] }, 'This URL only accepts GET, HEAD or POST.'],
  ['unknown-field', { allowed: [] }, 'Unknown field. This request takes no fields here.'],
  [
    'image-format-unsupported',
    { format: 'gif' },
    "GIF images can't be used as a receipt. Choose a JPEG, PNG or WebP photo.",
  ],
])('%s mentions its values', (code, values, text) => {
  expect(textOf(ENGLISH, problem(code, values))).toBe(text)
})

test('a conflict shows the item as it is now', () => {
  expect(textOf(ENGLISH, problem('item-changed'))).toContain("It's now: 1.5 × Oat milk, $ 1.20.")
})

test('each field has its own message', () => {
  const fields = { name: { code: 'item-name-required', params: {} } } as const
  const error = new DomainError('invalid-input', {}, { fields })
  expect(fieldTexts(ENGLISH, error)).toEqual({ name: 'Enter a name for the item.' })
  expect(fieldTexts(ENGLISH, new DomainError('invalid-input'))).toBeUndefined()
})

test('the welcome message says how to confirm the account', () => {
  for (const mustConfirm of [true, false])
    expect(notices.registered({ mustConfirm, sendsMail: true })).toContain('check your email')
  expect(notices.registered({ mustConfirm: true, sendsMail: false })).toContain(
    'ask the person who runs it to confirm your account',
  )
  expect(notices.registered({ mustConfirm: false, sendsMail: false })).toContain(
    'Account ready. You can log in now.',
  )
})

test("a server without mail doesn't tell users to check their email", () => {
  expect(textOf(ENGLISH, problem('wrong-or-unconfirmed', { sendsMail: true }))).toContain(
    "we've sent you the link again",
  )
  expect(textOf(ENGLISH, problem('wrong-or-unconfirmed', { sendsMail: false }))).toContain(
    'ask the person who runs this server to confirm your account',
  )
})

test('every email says what to do if someone else caused it', () => {
  for (const kind of ['verify', 'taken', 'reset', 'password-changed'] as const)
    expect(mails[kind].after.join(' ')).toMatch(/If (?:this wasn't you|you didn't)/)
})
