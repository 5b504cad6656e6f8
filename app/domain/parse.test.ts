import { expect, test } from 'vitest'
import { z } from 'zod/v4'
import { DomainError } from './errors.ts'
import { AddItem, Register } from './inputs.ts'
import { parse } from './parse.ts'

function errorOf(work: () => unknown): DomainError {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error
  }
  throw new Error('nothing was rejected')
}

test('valid input is returned as the schema transforms it', () => {
  expect(parse(AddItem, { name: ' Milk ', quantity: '1,5' })).toMatchObject({ name: 'Milk', quantity: 1500 })
})

test('the error has the code of the first problem, and each field its own', () => {
  const error = errorOf(() => parse(Register, { name: '', email: 'ada', password: '1234567' }))
  expect(error).toMatchObject({ code: 'your-name-required', status: 400 })
  expect(error.fields).toEqual({
    name: { code: 'your-name-required', params: {} },
    email: { code: 'email-invalid', params: {} },
    password: { code: 'password-too-short', params: {} },
  })
})

test('unknown fields of a strict schema are named, with the allowed ones', () => {
  const error = errorOf(() => parse(z.object({ a: z.string().optional() }).strict(), { b: 1 }))
  expect(error).toMatchObject({ code: 'unknown-field', params: { allowed: ['a'] } })
  expect(error.fields).toEqual({ b: { code: 'unknown-field', params: { allowed: ['a'] } } })
})

test('thousands of unknown fields get a short response, and none can change a prototype', () => {
  const fields = JSON.parse('{"__proto__":1,"constructor":2}')
  for (let n = 0; n < 5000; n += 1) fields[`field${n}`] = n
  const error = errorOf(() => parse(z.object({}).strict(), fields))
  expect(Object.keys(error.fields ?? {})).toHaveLength(10)
  expect(Object.getPrototypeOf(error.fields)).toBe(Object.prototype)
})

test("zod's own messages become a general code", () => {
  expect(errorOf(() => parse(z.object({ n: z.number() }), { n: 'x' })).fields).toEqual({
    n: { code: 'invalid-input', params: {} },
  })
  expect(errorOf(() => parse(AddItem, 'text'))).toMatchObject({ code: 'invalid-input', fields: {} })
})
