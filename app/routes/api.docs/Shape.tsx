import type { JsonSchema } from '#app/http/api/jsonSchema.ts'

/** The fields of an object, one row each. */
export function Shape({ schema }: { schema: JsonSchema }) {
  const fields = Object.entries(schema.properties ?? {})
  return (
    <dl className="fields">
      {fields.map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <Kind schema={field} />
            {!schema.required?.includes(name) && <i> optional</i>}
          </dt>
          {field.description && <dd>{field.description}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** What a value is, in a word or two; a shape with a name is a link to it. */
export function Kind({ schema }: { schema: JsonSchema }) {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return <a href={`#shape-${name}`}>{name}</a>
  if (schema.items) {
    return (
      <>
        list of <Kind schema={schema.items} />
      </>
    )
  }
  return <span>{wordFor(schema)}</span>
}

const FORMATS: Record<string, string> = {
  uuid: 'id',
  uri: 'address',
  'date-time': 'date and time, ISO 8601 in UTC',
  binary: 'file',
}

function wordFor({ type, format, enum: options, anyOf, additionalProperties }: JsonSchema): string {
  if (anyOf) return [...new Set(anyOf.map(wordFor))].join(' or ')
  if (options) return options.map((option) => `“${option}”`).join(', ')
  if (format) return FORMATS[format] ?? format
  if (type === 'boolean') return 'true or false'
  if (type === 'string') return 'text'
  return typeof additionalProperties === 'object' ? 'texts by name' : (type ?? '')
}
