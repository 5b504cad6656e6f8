import { z } from 'zod/v4'
import type { User } from '#app/domain/access/actors.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { answeredOp, type Op } from '#app/domain/operations.ts'
import { parse } from '#app/http/in/forms.ts'
import type { Services } from '#app/services.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Fields = z.ZodObject<z.ZodRawShape>
type Response = Fields | 'zip'

/** A request before validation. */
export interface ApiRequest {
  services: Services
  user: User | undefined
  visitor: Visitor
  params: unknown
  query: unknown
  /** A function, because a photo's body has no fields. */
  body(): unknown
  photo(): Promise<Uint8Array>
  idempotencyKey: string | undefined
  /** This server's address as the client sees it. */
  origin: string
  setCookie(cookie: string): void
  /** Aborts when the client has left. */
  closed(): AbortSignal
}

/** One row of the table in operations.ts. */
export interface Operation {
  method: Method
  /** Below /api/v1. */
  path: string
  tag: 'Lists' | 'Items' | 'Receipts' | 'Changes' | 'Sharing' | 'Account'
  summary: string
  /** Shown below the summary. */
  note?: string
  access: 'open' | 'signed-in'
  /** A GET that changes something: only our own pages may call it. */
  guarded: boolean
  params: Fields
  query: Fields
  body: Fields | 'photo' | undefined
  /** The field that a body of plain text fills. */
  textField: string | undefined
  /** Takes an Idempotency-Key. */
  repeatable: boolean
  status: 200 | 201
  /** The shape of the JSON, or a ZIP download. */
  response: Fields | 'zip'
  /** Error statuses, in addition to those that every operation of its kind has. */
  errors: number[]
  run(request: ApiRequest): Promise<unknown>
}

interface Input<P extends Fields, Q extends Fields, B extends Fields> {
  services: Services
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  photo: ApiRequest['photo']
  origin: string
  visitor: Visitor
  setCookie: ApiRequest['setCookie']
  closed: ApiRequest['closed']
}

interface Row<P extends Fields, Q extends Fields, B extends Fields, A extends Response, Extra>
  extends Pick<Operation, 'method' | 'path' | 'tag' | 'summary' | 'note'>,
    Partial<Pick<Operation, 'guarded' | 'repeatable' | 'status' | 'errors'>> {
  params?: P
  query?: Q
  body?: B
  /** The body is a photo instead of fields. */
  takesPhoto?: boolean
  textField?: Extract<keyof z.input<B>, string>
  response: A
  call(input: Input<P, Q, B> & Extra): Promise<A extends Fields ? z.input<A> : AsyncIterable<Uint8Array>>
}

type Nothing = z.ZodObject<Record<never, never>>
const NOTHING: Fields = z.object({})

interface SignedIn {
  user: User
  /** From the Idempotency-Key. */
  op: Op | undefined
}

/** Needs no login. */
export function open<
  A extends Response,
  P extends Fields = Nothing,
  Q extends Fields = Nothing,
  B extends Fields = Nothing,
>(row: Row<P, Q, B, A, object>): Operation {
  const validate = validator(row)
  return { ...describe(row, 'open'), run: async (request) => row.call(validate(request)) }
}

/** Needs a session or a token. */
export function signedIn<
  A extends Response,
  P extends Fields = Nothing,
  Q extends Fields = Nothing,
  B extends Fields = Nothing,
>(row: Row<P, Q, B, A, SignedIn>): Operation {
  const validate = validator(row)
  return {
    ...describe(row, 'signed-in'),
    async run(request) {
      const { user, idempotencyKey } = request
      if (!user) throw new DomainError('not-signed-in')
      const input = validate(request)
      const sent = [input.query, input.body, ...Object.values(input.params)]
      const op =
        row.repeatable && idempotencyKey !== undefined
          ? answeredOp(request.services, user, [`${row.method} ${row.path}`, idempotencyKey], sent)
          : undefined
      return row.call({ ...input, user, op })
    },
  }
}

function describe<P extends Fields, Q extends Fields, B extends Fields, A extends Response, E>(
  row: Row<P, Q, B, A, E>,
  access: Operation['access'],
): Omit<Operation, 'run'> {
  const { method, path, tag, summary, note, guarded = false, repeatable = false, status = 200 } = row
  return {
    ...{ method, path, tag, summary, note, access, guarded, repeatable, status },
    params: row.params ?? NOTHING,
    query: row.query ?? NOTHING,
    body: row.takesPhoto ? 'photo' : row.body,
    textField: row.textField,
    response: row.response,
    errors: row.errors ?? [],
  }
}

/** Rejects everything that the row doesn't declare. */
function validator<P extends Fields, Q extends Fields, B extends Fields, A extends Response, E>(
  row: Row<P, Q, B, A, E>,
): (request: ApiRequest) => Input<P, Q, B> {
  const params = strict(row.params)
  const query = strict(row.query)
  const body = strict(row.takesPhoto ? undefined : row.body)
  return ({ services, visitor, photo, origin, setCookie, closed, ...request }) => ({
    ...{ services, visitor, photo, origin, setCookie, closed },
    params: parse(params, request.params),
    query: parse(query, request.query),
    body: parse(body, row.takesPhoto ? {} : request.body()),
  })
}

/** Unknown fields are errors: a misspelled one must not be silently ignored. */
function strict<S extends Fields>(schema: S | undefined): S {
  // A row without a schema has the type of NOTHING, and strict() keeps the shape.
  return (schema ?? NOTHING).strict() as unknown as S
}
