import { isId } from '#app/domain/ids.ts'
import type { JsonSchema } from '#app/http/api/openapi.ts'

const FORMATS: Record<string, (text: string) => boolean> = {
  uuid: isId,
  uri: (text) => URL.canParse(text),
  'date-time': (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
}

const KNOWN = new Set([
  ...['$ref', 'type', 'description', 'format', 'enum', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['minLength', 'maxLength', 'items', 'properties', 'required', 'additionalProperties', 'anyOf'],
])

/** What is wrong with a value, by its JSON Schema; a rule that is not known here is wrong, too. */
export function complaints(
  schema: JsonSchema,
  value: unknown,
  shapes: Record<string, JsonSchema>,
  at = '$',
): string[] {
  const strange = Object.keys(schema).filter((rule) => !KNOWN.has(rule))
  if (strange.length > 0) return [`${at}: unknown rules ${strange}`]
  if (schema.$ref) {
    const shape = shapes[schema.$ref.split('/').at(-1) ?? '']
    return shape ? complaints(shape, value, shapes, at) : [`${at}: ${schema.$ref} does not exist`]
  }
  if (schema.anyOf) {
    const fits = schema.anyOf.some((one) => complaints(one, value, shapes, at).length === 0)
    return fits ? [] : [`${at}: fits none of the alternatives`]
  }
  if (kindOf(value) !== schema.type) return [`${at}: is ${kindOf(value)} instead of ${schema.type}`]
  if (typeof value === 'string') return aboutText(schema, value, at)
  if (typeof value === 'number') return aboutNumber(schema, value, at)
  const inside = (one: JsonSchema, part: unknown, name: string) =>
    complaints(one, part, shapes, `${at}.${name}`)
  if (Array.isArray(value)) {
    return value.flatMap((part, index) => inside(schema.items ?? {}, part, String(index)))
  }
  if (typeof value === 'object' && value !== null) return aboutFields(schema, value, at, inside)
  return []
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function aboutText(
  { format, enum: options, minLength = 0, maxLength = Infinity }: JsonSchema,
  text: string,
  at: string,
) {
  const right =
    (!format || FORMATS[format]?.(text)) &&
    (!options || options.includes(text)) &&
    text.length >= minLength &&
    text.length <= maxLength
  return right ? [] : [`${at}: ${JSON.stringify(text)} breaks a rule`]
}

function aboutNumber(schema: JsonSchema, value: number, at: string) {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema
  const right = value >= minimum && value <= maximum && value > exclusiveMinimum
  return right ? [] : [`${at}: ${value} is out of range`]
}

function aboutFields(
  { properties = {}, required = [], additionalProperties = true }: JsonSchema,
  value: object,
  at: string,
  inside: (schema: JsonSchema, part: unknown, name: string) => string[],
): string[] {
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name}: is missing`)
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const schema = properties[name] ?? additionalProperties
    if (schema === false) return [`${at}.${name}: is not described`]
    return schema === true ? [] : inside(schema, part, name)
  })
  return [...missing, ...parts]
}
