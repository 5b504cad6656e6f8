import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORDS } from './commonPasswords.ts'
import { ForgotPassword, Login, Register, ResetPassword, VerifyEmail } from './inputs.ts'

const ada = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }
const complaint = (values: object) =>
  Register.safeParse({ ...ada, ...values }).error?.issues.map(({ message }) => message)[0]

describe('an email', () => {
  test.each([
    ['  Ada@Example.ORG ', 'ada@example.org'],
    ['ada+lists@sub.example.org', 'ada+lists@sub.example.org'],
    ['ada@localhost', 'ada@localhost'],
    ['Jose\u0301@example.org', 'jos\u00e9@example.org'],
    ['ada@bücher.example', 'ada@bücher.example'],
  ])('%j is written %s', (typed, email) => {
    expect(Register.parse({ ...ada, email: typed }).email).toBe(email)
  })

  test.each([
    'ada',
    '@example.org',
    'ada@',
    'ada@@example.org',
    'a da@example.org',
    'ada@example.org,bob@example.org',
    'ada@example.org\r\nBcc: bob@example.org',
    'Ada <ada@example.org>',
    'ada@-example.org',
    'ada@example..org',
    'ada\u0000@example.org',
    'ada\ud800@example.org',
  ])('%j is refused', (email) => {
    expect(complaint({ email })).toBe('This does not look like an email address.')
  })

  test('is at most 254 characters long', () => {
    const email = (length: number) => `ada@${'x'.repeat(length - 8)}.org`
    expect(complaint({ email: email(254) })).toBeUndefined()
    expect(complaint({ email: email(255) })).toContain('254')
  })
})

describe('a new password', () => {
  test.each([
    ['1234567', 'needs 8'],
    ['x'.repeat(73), 'too long'],
    ['é'.repeat(37), 'too long'],
    ['pass\0word!', 'cannot be used'],
    ['password123', 'others would try'],
    ['PassWord123', 'others would try'],
    ['', 'Please choose a password.'],
  ])('%j is refused', (password, reason) => {
    expect(complaint({ password })).toContain(reason)
  })

  test.each(['x'.repeat(72), 'é'.repeat(36), '  spaces stay  ', '🥕🥕'])(
    '%j is taken as it is',
    (password) => {
      expect(Register.parse({ ...ada, password }).password).toBe(password)
    },
  )

  test('is none of the 200 commonest', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(200)
    for (const password of COMMON_PASSWORDS) expect(complaint({ password })).toBeDefined()
  })
})

test('a name is one clean line of 1 to 200 characters', () => {
  expect(Register.parse({ ...ada, name: ' Ada\n Lovelace ' }).name).toBe('Ada Lovelace')
  expect(complaint({ name: '  ' })).toBe('Please tell us your name.')
  expect(complaint({ name: '🥕'.repeat(200) })).toBeUndefined()
  expect(complaint({ name: '🥕'.repeat(201) })).toContain('200')
})

test('logging in takes any password, so that old rules lock nobody out', () => {
  expect(Login.parse({ email: ' ADA@example.org', password: ' x ' })).toEqual({
    email: 'ada@example.org',
    password: ' x ',
  })
  expect(Login.safeParse({ email: 'ada@example.org', password: '' }).success).toBe(false)
})

test.each([Register, Login, ForgotPassword])('wrong types are refused with a sentence', (schema) => {
  const wrong = schema.safeParse({ name: 1, email: ['x'], password: { length: 9 } })
  expect(wrong.success).toBe(false)
  for (const { message } of wrong.error?.issues ?? [])
    expect(message).not.toMatch(/expected|received|invalid/i)
})

test('what cannot come from a link is read as a link that does not work', () => {
  const nothing = { token: '', email: '' }
  expect(ResetPassword.parse({ password: 'a fine password' })).toMatchObject(nothing)
  expect(ResetPassword.parse({ token: 1, email: [], password: 'a fine password' })).toMatchObject(nothing)
  expect(VerifyEmail.parse({ verificationToken: 'x'.repeat(9999) })).toEqual({
    verificationToken: '',
    email: '',
  })
  expect(ResetPassword.safeParse({ password: '' }).error?.issues[0]?.message).toBe('please enter password')
})
