import { describe, expect, test, vi } from 'vitest'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { newId } from './ids.ts'
import {
  AddItem,
  AddList,
  AskAi,
  Before,
  CreateToken,
  EditForm,
  EditItem,
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  Seen,
  VerifyEmail,
} from './inputs.ts'
import { AddShared, readShared } from './quickAdd/shareTarget.ts'
import { cleanLine } from './text.ts'

const C0 = Array.from({ length: 0x20 }, (_, n) => n)
const C1 = Array.from({ length: 0x21 }, (_, n) => 0x7f + n)
const BIDI = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
const HOSTILE = `\u202eOat\u0085mi\u200elk\u009b31m\u2066`
const CLEAN = 'Oat milk 31m'

describe('a line of text', () => {
  test.each([...C0, ...C1, 0x2028, 0x2029])('turns the control character %i into a space', (code) => {
    expect(cleanLine(`Oat${String.fromCodePoint(code)}milk`)).toBe('Oat milk')
  })

  test.each(BIDI)('drops the bidirectional character %i without splitting a word', (code) => {
    const character = String.fromCodePoint(code)
    expect(cleanLine(`${character}Oat mi${character}lk${character}`)).toBe('Oat milk')
  })

  test.each(['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', 'می‌خواهم', 'क्‍ष', 'חלב', '牛乳'])('keeps %s', (text) => {
    expect(cleanLine(text)).toBe(text)
  })

  test('is composed even with a bidirectional character between a letter and its accent', () => {
    expect(cleanLine('Jose\u200e\u0301')).toBe('Jos\u00e9')
  })
})

describe('every stored text is clean', () => {
  const person = { email: 'ada@example.org', password: 'a fine password' }
  const shared = AddShared.parse({ id: newId(), newList: HOSTILE, lines: [`\u200e${HOSTILE}`] })
  test.each([
    ["a person's name", Register.parse({ ...person, name: HOSTILE }).name],
    ["a list's name", AddList.parse({ name: HOSTILE }).name],
    ["an item's name", AddItem.parse({ name: HOSTILE }).name],
    ["an edited item's name", EditItem.parse({ name: HOSTILE }).name],
    ["a token's name", CreateToken.parse({ name: HOSTILE }).name],
    ['a recipe', AskAi.parse({ recipe: HOSTILE }).recipe],
    ['a new list for shared text', shared.newList],
    ['a shared line', shared.lines[0]],
    [
      'a shared line on its page',
      readShared({ text: `\u200e- ${HOSTILE}`, title: '' }, DOLLAR).items[0]?.name,
    ],
  ])('%s', (_what, stored) => {
    expect(stored).toBe(CLEAN)
  })

  test('a name of only such characters counts as missing', () => {
    expect(AddItem.safeParse({ name: '\u202e\u0080\u200f' }).success).toBe(false)
  })
})

test('text is cut before it is composed, because many combining marks make that slow', () => {
  const compose = vi.spyOn(String.prototype, 'normalize')
  const marks = '\u0301\u0327'.repeat(24_000)
  expect(cleanLine(`a${marks}`).length).toBeLessThanOrEqual(2_000)
  for (const schema of [Register, Login, ForgotPassword, ResetPassword, VerifyEmail]) {
    const typed = { name: `a${marks}`, email: `a${marks}@b.c`, password: 'a fine password', token: 'x' }
    schema.safeParse({ ...typed, verificationToken: 'x' })
  }
  for (const { length } of compose.mock.contexts as string[]) expect(length).toBeLessThanOrEqual(2_000)
  expect(compose.mock.contexts.length).toBeGreaterThan(5)
})

test.each(['1e300', '1.5', 'Infinity', '-1', 'NaN', '9007199254740993', 'x'])(
  'a revision in a URL is a whole number that both databases can hold: not %o',
  (revision) => {
    expect(Before.safeParse({ before: revision }).success).toBe(false)
    expect(Seen.safeParse({ revision }).success).toBe(false)
  },
)

test('an emptied price is none and an emptied quantity is one, in the unit of the form', () => {
  const emptied = { name: 'Honey', quantity: ' ', price: '' }
  expect(EditForm.parse({ ...emptied, unit: '' })).toMatchObject({ quantity: 1000, price: 0 })
  expect(EditForm.parse({ ...emptied, unit: 'g' })).toMatchObject({ quantity: 1, unit: 'kg' })
  expect(EditForm.parse({ name: 'Honey' })).not.toHaveProperty('quantity')
})
