import { expect, test } from 'vitest'
import { FAILURES } from '#app/domain/errors.ts'
import { describeApi } from './openapi.ts'

const { info, paths, components } = describeApi()

function bodyOf(method: string, path: string) {
  return paths[path]?.[method]?.requestBody?.content['application/json']?.schema.properties
}

// ASVS 2.1.1
test('the description has the limits of names, quantities and prices', () => {
  const { name, quantity, price } = bodyOf('post', '/item') ?? {}
  expect(name).toMatchObject({ type: 'string', minLength: 1, maxLength: 200 })
  expect(quantity?.anyOf).toEqual([
    { type: 'string', pattern: '^\\d{0,9}([.,]\\d{1,3})?$' },
    { type: 'number', exclusiveMinimum: 0, maximum: 1_000_000 },
  ])
  expect(price?.anyOf).toEqual([
    { type: 'string', pattern: '^\\d{0,9}([.,]\\d{1,2})?$' },
    { type: 'number', minimum: 0, maximum: 100_000_000 },
  ])
})

test('the description says how many requests are allowed, and how to add many items', () => {
  expect(info.description).toContain('120 writes and 600 reads a minute')
  expect(info.description).toContain('`POST /item/lines`')
})

// ASVS 2.1.1
test('the description has the limits of emails, passwords and recipes', () => {
  expect(bodyOf('post', '/auth/register')).toMatchObject({
    name: { minLength: 1, maxLength: 200 },
    email: { format: 'email', maxLength: 254 },
    password: { minLength: 8, maxLength: 72 },
  })
  expect(bodyOf('post', '/generateItemsFromAi')?.recipe).toMatchObject({ minLength: 1, maxLength: 500 })
})

test('optional fields are not required, and unknown fields are not allowed', () => {
  const schema = paths['/item']?.post?.requestBody?.content['application/json']?.schema
  expect(schema).toMatchObject({ required: ['name'], additionalProperties: false })
})

test('operations refer to shared schemas by name', () => {
  const schema = paths['/item']?.get?.responses[200]?.content?.['application/json']?.schema
  expect(schema?.properties?.item).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Item' } })
})

test('the description lists every error code', () => {
  expect(components.schemas.Failure).toMatchObject({
    required: ['msg', 'code'],
    properties: { code: { enum: Object.keys(FAILURES) } },
  })
})
