import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from '#app/http/api/openapi.ts'

// In strict mode, an unknown keyword or format is an error.
const ajv = new Ajv2020({ strict: true, allErrors: true })
addFormats.default(ajv)
ajv.addKeyword('components')

/** Compiling takes much longer than validating. Each schema comes with the same `components`. */
const compiled = new Map<string, ValidateFunction>()

/** Validation errors. The schema may refer to `#/components/schemas/…`. */
export function schemaErrors(
  schema: JsonSchema,
  value: unknown,
  schemas: Record<string, JsonSchema>,
): string[] {
  const text = JSON.stringify(schema)
  const validate = compiled.get(text) ?? ajv.compile({ ...schema, components: { schemas } })
  compiled.set(text, validate)
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`)
}
