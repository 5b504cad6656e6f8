import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from '#app/http/api/openapi.ts'

// In strict mode, an unknown keyword or format is an error.
const ajv = new Ajv2020({ strict: true, allErrors: true })
addFormats.default(ajv)
ajv.addKeyword('components')

/** Validation errors. The schema may refer to `#/components/schemas/…`. */
export function schemaErrors(
  schema: JsonSchema,
  value: unknown,
  schemas: Record<string, JsonSchema>,
): string[] {
  ajv.validate({ ...schema, components: { schemas } }, value)
  return (ajv.errors ?? []).map(({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`)
}
