import { z } from 'zod/v4'
import type { User } from '#app/domain/access/access.ts'
import type { Visitor } from '#app/domain/audit.ts'
import { DomainError } from '#app/domain/errors.ts'
import { parse } from '#app/domain/parse.ts'
import { answeredOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import type { Reader } from '#app/words/reader.ts'
import type { ReadyJson } from './responseCache.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Fields = z.ZodObject<z.ZodRawShape>
type Response = Fields | 'zip'

interface Context {
  services: Services
  reader: Reader
  visitor: Visitor
  photo(): Promise<Uint8Array>
  /** This server's address as the client sees it. */
  origin: string
  setCookie(cookie: string): void
  closed(): AbortSignal
  mayTake(ms: number): void
}

export interface ApiRequest extends Context {
  user: User | undefined
  params: unknown
  query: unknown
  /** A function, because a photo's body has no fields. */
  body(): unknown
  idempotencyKey: string | undefined
}

interface Input<P extends Fields, Q extends Fields, B extends Fields> extends Context {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
}

interface Options {
  note?: string
  /** A GET that changes something: only our own pages may call it. */
  guarded?: boolean
  takesPhoto?: boolean
  /** Open, but not the same for somebody who is signed in. */
  seesUser?: boolean
  /** The field that a body of plain text fills. */
  textField?: string
  repeatable?: boolean
  /** Returns ReadyJson, whose ETag gets clients a 304 instead of what they have. */
  tagged?: boolean
  status?: 200 | 201
  /** Error statuses, in addition to those that follow from the rest. */
  errors?: number[]
}

interface Row<P extends Fields, Q extends Fields, B extends Fields, R extends Response, Extra>
  extends Options {
  params?: P
  query?: Q
  body?: B
  textField?: Extract<keyof z.input<B>, string>
  response: R
  call(
    input: Input<P, Q, B> & Extra,
  ): Promise<ReadyJson | (R extends Fields ? z.input<R> : AsyncIterable<Uint8Array>)>
}

export interface Endpoint extends Options {
  method: Method
  /** Below /api/v1. */
  path: string
  summary: string
  access: 'open' | 'signed-in'
  params: Fields
  query: Fields
  body?: Fields
  response: Response
  run(request: ApiRequest): Promise<unknown>
}

type Nothing = z.ZodObject<Record<never, never>>

export const open = endpoints('open', ({ user }) => ({ user }))

export const signedIn = endpoints('signed-in', ({ services, user }, key, sent) => {
  if (!user) throw new DomainError('not-signed-in')
  return { user, op: key && answeredOp(services, user, key, sent) }
})

function endpoints<Extra>(
  access: Endpoint['access'],
  extraOf: (request: ApiRequest, key: string[] | undefined, sent: unknown[]) => Extra,
) {
  return <
    R extends Response,
    P extends Fields = Nothing,
    Q extends Fields = Nothing,
    B extends Fields = Nothing,
  >(
    route: `${Method} /${string}`,
    summary: string,
    row: Row<P, Q, B, R, Extra>,
  ): Endpoint => {
    const [method, path] = route.split(' ') as [Method, string]
    const params = strict(row.params)
    const query = strict(row.query)
    const body = strict(row.body)
    return {
      ...row,
      method,
      path,
      summary,
      access,
      params,
      query,
      async run(request) {
        const { idempotencyKey } = request
        const input = {
          ...request,
          params: parse(params, request.params),
          query: parse(query, request.query),
          body: parse(body, row.takesPhoto ? {} : request.body()),
        }
        const sent = [input.query, input.body, ...Object.values(input.params)]
        const key = row.repeatable && idempotencyKey !== undefined ? [route, idempotencyKey] : undefined
        return row.call({ ...input, ...extraOf(request, key, sent) })
      },
    }
  }
}

/** Unknown fields are errors: a misspelled one must not be silently ignored. */
function strict<S extends Fields>(schema: S | undefined): S {
  // A row without a schema has the type of Nothing, and strict() keeps the shape.
  return (schema ?? z.object({})).strict() as unknown as S
}
