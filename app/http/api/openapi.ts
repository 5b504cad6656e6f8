import { z } from 'zod/v4'
import { KEEP_OPERATIONS_FOR, MAX_PHOTO_BYTES, RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { DAY } from '#app/domain/time.ts'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS, PREFIX } from './endpoints/groups.ts'
import { SHAPES } from './shapes.ts'

type Texts = '$ref' | 'type' | 'description' | 'format' | 'pattern'
type Limits = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'minLength' | 'maxLength'

export interface JsonSchema extends Partial<Record<Texts, string> & Record<Limits, number>> {
  enum?: string[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

export type DescribedOperation = ReturnType<typeof describeEndpoint>

const { writesByUser, readsByUser } = RATE_LIMITS

const STATUSES: Record<number, string> = {
  400: 'Something in the request is wrong. `fields` says what.',
  401: 'Not logged in: the session or token is missing, wrong or expired. For a token, `code` is `token-invalid`.',
  403: "The request came from another site, or this server or your role on the list doesn't allow it.",
  404: "Doesn't exist, or belongs to someone else. The response is the same.",
  409: 'A limit is reached, or the item has changed.',
  413: 'Too large: JSON and text can have 100 kB, forms 64 kB, photos 10 MiB.',
  415: 'The content type is not supported.',
  422: "The Idempotency-Key was used for another request, or the content can't be used.",
  429: 'Too many requests. `Retry-After` says how many seconds to wait.',
  503: 'The server is busy. Nothing was changed. Try again after `Retry-After` seconds.',
  507: "The server's disk is full. Nothing was changed.",
}

function failuresOf({ access, method, guarded, body, repeatable, errors = [], query, params }: Endpoint) {
  const writes = method !== 'GET' || guarded
  const names = Object.keys(params.shape).length > 0 || inputSchema(query).required !== undefined
  const hasInput = names || body !== undefined || Object.keys(query.shape).length > 0
  const statuses = [
    400,
    ...(access === 'signed-in' ? [401, 429] : []),
    ...(access === 'open' && hasInput ? [429] : []),
    ...(names ? [404] : []),
    ...(writes ? [403, 503, 507] : []),
    ...(method !== 'GET' ? [413, 415] : []),
    ...(repeatable ? [422] : []),
    ...errors,
  ]
  return [...new Set(statuses)].sort((one, other) => one - other)
}

function describeEndpoint(endpoint: (typeof ENDPOINTS)[number]) {
  const { method, path, tag, summary, note, access, status = 200, response, tagged } = endpoint
  const body = bodyOf(endpoint)
  const ok = response === 'zip' ? ZIP : json(outputSchema(response))
  const responses: Record<string, { description: string; content?: Content }> = {
    [status]: { description: 'Success.', content: ok },
    ...(tagged && {
      304: { description: 'You have this response already: its ETag is in `If-None-Match`.' },
    }),
  }
  const failure = json({ $ref: '#/components/schemas/Failure' })
  for (const code of failuresOf(endpoint)) {
    responses[code] = { description: STATUSES[code] ?? '', content: failure }
  }
  return {
    operationId: nameOf(method, path),
    tags: [tag],
    summary,
    ...(note && { description: note }),
    security: access === 'open' ? [] : [{ token: [] }, { session: [] }],
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: { required: true, content: body } }),
    responses,
  }
}

function nameOf(method: string, path: string): string {
  const words = path.split(/\W+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const inputSchema = (fields: z.ZodObject): JsonSchema => toJsonSchema(fields.strict(), 'input')

const outputSchema = (shape: z.ZodObject): JsonSchema => toJsonSchema(shape, 'output')

const NAMES = new Map<z.core.$ZodType, string>(Object.entries(SHAPES).map(([name, shape]) => [shape, name]))

function toJsonSchema(root: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(root, {
    io,
    override({ zodSchema, jsonSchema }) {
      const name = NAMES.get(zodSchema)
      if (name && zodSchema !== root) {
        for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
        jsonSchema.$ref = `#/components/schemas/${name}`
      }
      delete jsonSchema.propertyNames
    },
  })
  return schema as JsonSchema
}

const ZIP: Content = { 'application/zip': { schema: { type: 'string', format: 'binary' } } }
const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } })

function parametersOf({ params, query, repeatable, tagged }: Endpoint): Parameter[] {
  const of = (place: 'path' | 'query', fields: Endpoint['params']): Parameter[] => {
    const { properties = {}, required = [] } = inputSchema(fields)
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      required: required.includes(name),
      ...(description && { description }),
      schema,
    }))
  }
  const headers = [...(repeatable ? [IDEMPOTENCY_KEY] : []), ...(tagged ? [IF_NONE_MATCH] : [])]
  return [...of('path', params), ...of('query', query), ...headers]
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Any text you choose. If you send the same request again with the same key within ${KEEP_OPERATIONS_FOR / DAY} days, nothing is done twice and you get the same response.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the response that you have. If nothing has changed, you get a 304 without a body. Keep the response yourself: browsers must not, because of `Cache-Control: no-store`.',
  schema: { type: 'string' },
}

function bodyOf({ body, takesPhoto, textField }: Endpoint): Content | undefined {
  if (takesPhoto) return { 'multipart/form-data': { schema: PHOTO } }
  if (!body) return undefined
  const schema = inputSchema(body)
  const text = textField && schema.properties?.[textField]
  return {
    'application/json': { schema },
    'application/x-www-form-urlencoded': { schema },
    ...(text && { 'text/plain': { schema: text } }),
  }
}

const PHOTO: JsonSchema = {
  type: 'object',
  properties: {
    receiptImage: {
      type: 'string',
      format: 'binary',
      maxLength: MAX_PHOTO_BYTES,
      description: 'The photo: JPEG, PNG or WebP.',
    },
  },
  required: ['receiptImage'],
  additionalProperties: false,
}

function describe() {
  const paths: Record<string, Record<string, DescribedOperation>> = {}
  for (const endpoint of ENDPOINTS) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeEndpoint(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1',
      description: `Your grocery lists, items and receipts, for programs. Each user has ${writesByUser.max} writes and ${readsByUser.max} reads a minute, with pages and scripts together. To add many items, send them as lines to \`POST /item/lines\`.`,
    },
    servers: [{ url: PREFIX }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, outputSchema(shape)])),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token from the settings page.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'The cookie set by logging in. Over HTTPS its name is __Host-session.',
        },
      },
    },
  }
}

let cached: ReturnType<typeof describe> | undefined

export function describeApi() {
  cached ??= describe()
  return cached
}
