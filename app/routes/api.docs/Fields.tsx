import type { JsonSchema } from '#app/http/api/openapi.ts'

const MANY_VALUES = 8

export function Fields({ schema }: { schema: JsonSchema }) {
  const fields = Object.entries(schema.properties ?? {})
  return (
    <dl className="fields">
      {fields.map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <Type schema={field} />
            {!schema.required?.includes(name) && <i> optional</i>}
          </dt>
          {field.description && <dd>{field.description}</dd>}
        </div>
      ))}
    </dl>
  )
}

export function Type({ schema }: { schema: JsonSchema }) {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return <a href={`#schema-${name}`}>{name}</a>
  if (schema.items) {
    return (
      <>
        array of <Type schema={schema.items} />
      </>
    )
  }
  if (schema.enum && schema.enum.length > MANY_VALUES) {
    return (
      <details>
        <summary>one of {schema.enum.length} values</summary>
        {typeName(schema)}
      </details>
    )
  }
  return <span>{typeName(schema)}</span>
}

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  uri: 'URL',
  'date-time': 'ISO 8601 date and time in UTC',
  binary: 'file',
}

function typeName({ type, format, enum: options, anyOf, additionalProperties }: JsonSchema): string {
  if (anyOf) return [...new Set(anyOf.map(typeName))].join(' or ')
  if (options) return options.map((option) => `“${option}”`).join(', ')
  if (format) return FORMATS[format] ?? format
  return typeof additionalProperties === 'object' ? 'map of strings' : (type ?? '')
}
