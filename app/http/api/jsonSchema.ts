import { z } from 'zod'

/** The part of JSON Schema that our shapes need. */
export interface JsonSchema {
  $ref?: string
  type?: string
  description?: string
  format?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
}

/** Schemas that have a name of their own and are referred to by it. */
export type Named = Record<string, z.ZodTypeAny>

/** What a zod schema takes, as JSON Schema. A kind that none of ours has yet is a mistake in here. */
export function toJsonSchema(schema: z.ZodTypeAny, named: Named = {}): JsonSchema {
  const name = Object.keys(named).find((key) => named[key] === schema)
  const plain = name ? { $ref: `#/components/schemas/${name}` } : definitionOf(schema, named)
  return schema.description ? { ...plain, description: schema.description } : plain
}

/** The same, spelt out even if it has a name. */
export function definitionOf(schema: z.ZodTypeAny, named: Named): JsonSchema {
  if (schema instanceof z.ZodObject) return objectSchema(schema, named)
  if (schema instanceof z.ZodArray) return { type: 'array', items: toJsonSchema(schema.element, named) }
  if (schema instanceof z.ZodString) return { type: 'string', ...stringRules(schema) }
  if (schema instanceof z.ZodNumber) return { type: 'number', ...numberRules(schema) }
  if (schema instanceof z.ZodBoolean) return { type: 'boolean' }
  if (schema instanceof z.ZodEnum) return { type: 'string', enum: schema.options }
  if (schema instanceof z.ZodUnion) {
    return { anyOf: schema.options.map((option: z.ZodTypeAny) => toJsonSchema(option, named)) }
  }
  if (schema instanceof z.ZodRecord) {
    return { type: 'object', additionalProperties: toJsonSchema(schema.valueSchema, named) }
  }
  // What is checked and made of a value afterwards; from outside it is still that value.
  if (schema instanceof z.ZodEffects) return toJsonSchema(schema.innerType(), named)
  if (schema instanceof z.ZodOptional) return toJsonSchema(schema.unwrap(), named)
  if (schema instanceof z.ZodCatch) return toJsonSchema(schema.removeCatch(), named)
  throw new Error(`No JSON Schema for ${schema._def.typeName}`)
}

function objectSchema(schema: z.AnyZodObject, named: Named): JsonSchema {
  const fields: [string, z.ZodTypeAny][] = Object.entries(schema.shape)
  const required = fields.flatMap(([name, field]) => (field.isOptional() ? [] : [name]))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, toJsonSchema(field, named)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function stringRules(schema: z.ZodString): JsonSchema {
  const rules: JsonSchema = {}
  if (schema.isUUID) rules.format = 'uuid'
  if (schema.isDatetime) rules.format = 'date-time'
  if (schema.isURL) rules.format = 'uri'
  if (schema.minLength !== null) rules.minLength = schema.minLength
  if (schema.maxLength !== null) rules.maxLength = schema.maxLength
  return rules
}

function numberRules({ _def: { checks } }: z.ZodNumber): JsonSchema {
  const rules: JsonSchema = {}
  for (const check of checks) {
    if (check.kind === 'max') rules.maximum = check.value
    if (check.kind === 'min') rules[check.inclusive ? 'minimum' : 'exclusiveMinimum'] = check.value
  }
  return rules
}
