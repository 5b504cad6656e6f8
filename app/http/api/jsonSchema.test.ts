import { expect, test } from 'vitest'
import { z } from 'zod'
import { complaints } from '#tests/support/jsonSchema.ts'
import { toJsonSchema } from './jsonSchema.ts'

const One = z.object({ id: z.string().uuid(), n: z.number().positive().max(3).optional() }).strict()
const Shape = z.object({
  ones: z.array(One),
  when: z.string().datetime(),
  what: z.enum(['a', 'b']).describe('Which.'),
  either: z.union([z.string().min(1).max(2), z.number().nonnegative()]).transform(String),
  flag: z.boolean().optional().catch(false),
})
const schema = toJsonSchema(Shape, { One })
const shapes = { One: toJsonSchema(One) }

test('a shape is described with its rules, and named parts are referred to', () => {
  expect(schema).toEqual({
    type: 'object',
    properties: {
      ones: { type: 'array', items: { $ref: '#/components/schemas/One' } },
      when: { type: 'string', format: 'date-time' },
      what: { type: 'string', enum: ['a', 'b'], description: 'Which.' },
      either: {
        anyOf: [
          { type: 'string', minLength: 1, maxLength: 2 },
          { type: 'number', minimum: 0 },
        ],
      },
      flag: { type: 'boolean' },
    },
    required: ['ones', 'when', 'what', 'either'],
    additionalProperties: false,
  })
})

const right = {
  ones: [{ id: '01890000-0000-7000-8000-000000000000', n: 3 }],
  when: '2026-01-02T03:04:05.678Z',
  what: 'a',
  either: 0,
}

test('what zod takes, the description takes', () => {
  expect(Shape.safeParse(right).success).toBe(true)
  expect(complaints(schema, right, shapes)).toEqual([])
})

test.each([
  ['a missing field', { ...right, what: undefined }],
  ['a wrong choice', { ...right, what: 'c' }],
  ['a bad id', { ...right, ones: [{ id: 'x' }] }],
  ['a number too large', { ...right, ones: [{ ...right.ones[0], n: 4 }] }],
  ['a number too small', { ...right, ones: [{ ...right.ones[0], n: 0 }] }],
  ['an unknown field', { ...right, ones: [{ ...right.ones[0], more: 1 }] }],
  ['no date', { ...right, when: 'today' }],
  ['no alternative', { ...right, either: -1 }],
  ['null', { ...right, ones: null }],
  ['an array instead of an object', [right]],
])('%s is refused by both', (_name, wrong) => {
  expect(Shape.safeParse(wrong).success).toBe(false)
  expect(complaints(schema, wrong, shapes)).not.toEqual([])
})
