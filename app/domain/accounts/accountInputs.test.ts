import { describe, expect, test } from 'vitest'
import { FAILURES } from '#app/domain/errors.ts'
import { ForgotPassword, Login, Register, ResetPassword, VerifyEmail } from '#app/domain/inputs.ts'
import { COMMON_PASSWORDS } from './commonPasswords.ts'

const ada = { name: 'Ada', email: 'ada@example.org', password: 'a fine password' }
const problem = (values: object) =>
  Register.safeParse({ ...ada, ...values }).error?.issues.map(({ message }) => message)[0]

describe('an email', () => {
  test.each([
    ['  Ada@Example.ORG ', 'ada@example.org'],
    ['ada+lists@sub.example.org', 'ada+lists@sub.example.org'],
    ['ada@localhost', 'ada@localhost'],
    ['Jose\u0301@example.org', 'jos\u00e9@example.org'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['Ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['jos\u00e9@straße.example', 'jos\u00e9@xn--strae-oqa.example'],
  ])('%j is stored as %s', (typed, email) => {
    expect(Register.parse({ ...ada, email: typed }).email).toBe(email)
  })

  test.each([
    'ada',
    '@example.org',
    'ada@',
    'ada@@example.org',
    'a da@example.org',
    'ada@example.org,bob@example.org',
    // ASVS 1.3.11
    'ada@example.org\r\nBcc: bob@example.org',
    'Ada <ada@example.org>',
    'ada@-example.org',
    'ada@example..org',
    'ada\u0000@example.org',
    'ada\ud800@example.org',
    'ada@xn--ä.example',
    'ada@bücher.example/path',
  ])('%j is refused', (email) => {
    expect(problem({ email })).toBe('email-invalid')
  })

  test('is at most 254 characters long', () => {
    const email = (length: number) => `ada@${'x'.repeat(length - 8)}.org`
    expect(problem({ email: email(254) })).toBeUndefined()
    expect(problem({ email: email(255) })).toBe('email-too-long')
  })
})

describe('a new password', () => {
  test.each([
    ['1234567', 'password-too-short'],
    ['x'.repeat(73), 'password-too-long'],
    ['é'.repeat(37), 'password-too-long'],
    ['pass\0word!', 'password-invalid'],
    ['password123', 'password-too-common'],
    ['PassWord123', 'password-too-common'],
    ['', 'password-required'],
  ])('%j is refused', (password, code) => {
    expect(problem({ password })).toBe(code)
  })

  // ASVS 6.2.5 6.2.8
  test.each(['x'.repeat(72), 'é'.repeat(36), '  spaces stay  ', '🥕🥕'])(
    '%j is accepted unchanged',
    (password) => {
      expect(Register.parse({ ...ada, password }).password).toBe(password)
    },
  )

  test("can't be one of the 200 most common", () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(200)
    for (const password of COMMON_PASSWORDS) expect(problem({ password })).toBeDefined()
  })
})

// ASVS 2.2.1
test('a name is one clean line of 1 to 200 characters', () => {
  expect(Register.parse({ ...ada, name: ' Ada\n Lovelace ' }).name).toBe('Ada Lovelace')
  expect(problem({ name: '  ' })).toBe('your-name-required')
  expect(problem({ name: '🥕'.repeat(200) })).toBeUndefined()
  expect(problem({ name: '🥕'.repeat(201) })).toBe('name-too-long')
})

test('signing in accepts any password, so passwords older than the rules still work', () => {
  expect(Login.parse({ email: ' ADA@example.org', password: ' x ' })).toEqual({
    email: 'ada@example.org',
    password: ' x ',
  })
  expect(Login.safeParse({ email: 'ada@example.org', password: '' }).success).toBe(false)
})

// ASVS 15.3.5 15.3.6
test.each([Register, Login, ForgotPassword])('wrong types are refused with a code', (schema) => {
  const wrong = schema.safeParse({ name: 1, email: ['x'], password: { length: 9 } })
  expect(wrong.success).toBe(false)
  for (const { message } of wrong.error?.issues ?? []) expect(Object.keys(FAILURES)).toContain(message)
})

test('values that no real link contains are treated as an invalid link', () => {
  const nothing = { token: '', email: '' }
  expect(ResetPassword.parse({ password: 'a fine password' })).toMatchObject(nothing)
  expect(ResetPassword.parse({ token: 1, email: [], password: 'a fine password' })).toMatchObject(nothing)
  expect(VerifyEmail.parse({ verificationToken: 'x'.repeat(9999) })).toEqual({
    verificationToken: '',
    email: '',
  })
  expect(ResetPassword.safeParse({ password: '' }).error?.issues[0]?.message).toBe('new-password-required')
})
