import { z } from 'zod/v4'
import type { Visitor } from '#app/domain/accounts.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Attempt, attemptOf } from '#app/domain/idempotency.ts'
import type { User } from '#app/domain/sessions.ts'
import type { Services } from '#app/services.server.ts'
import { parse } from '../forms.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Fields = z.ZodObject<z.ZodRawShape>

/** A request as it came through the door, unchecked. */
export interface Asked {
  services: Services
  user: User | undefined
  visitor: Visitor
  params: unknown
  query: unknown
  /** The fields of the body; asked for, because a photo has none. */
  body(): unknown
  photo(): Promise<Uint8Array>
  idempotencyKey: string | undefined
  /** This server as the caller sees it. */
  origin: string
  setCookie(cookie: string): void
  /** Fires when the caller does not wait any more. */
  gone(): AbortSignal
}

/** One row of the table: routing, checking and the description are all made from it. */
export interface Operation {
  method: Method
  /** Below /api/v1. */
  path: string
  tag: 'Lists' | 'Items' | 'Receipts' | 'Account'
  summary: string
  /** What somebody should know who calls it. */
  note?: string
  access: 'open' | 'signed-in'
  /** Changes something although it is a GET: other sites must not be able to cause it. */
  guarded: boolean
  params: Fields
  query: Fields
  body: Fields | 'photo' | undefined
  /** Takes an Idempotency-Key. */
  repeatable: boolean
  status: 200 | 201
  answer: Fields
  /** The failures of its own, beside those that all of its kind share. */
  fails: number[]
  run(asked: Asked): Promise<unknown>
}

interface Input<P extends Fields, Q extends Fields, B extends Fields> {
  services: Services
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  photo: Asked['photo']
  origin: string
  visitor: Visitor
  setCookie: Asked['setCookie']
  gone: Asked['gone']
}

interface Row<P extends Fields, Q extends Fields, B extends Fields, A extends Fields, Extra>
  extends Pick<Operation, 'method' | 'path' | 'tag' | 'summary' | 'note'>,
    Partial<Pick<Operation, 'guarded' | 'repeatable' | 'status' | 'fails'>> {
  params?: P
  query?: Q
  body?: B
  /** The body is a photo instead of fields. */
  takesPhoto?: boolean
  answer: A
  call(input: Input<P, Q, B> & Extra): Promise<z.input<A>>
}

type Nothing = z.ZodObject<Record<never, never>>
const NOTHING: Fields = z.object({})

interface SignedIn {
  user: User
  attempt: Attempt | undefined
}

/** For everybody, such as logging in. */
export function open<
  A extends Fields,
  P extends Fields = Nothing,
  Q extends Fields = Nothing,
  B extends Fields = Nothing,
>(row: Row<P, Q, B, A, object>): Operation {
  const check = checker(row)
  return { ...described(row, 'open'), run: async (asked) => row.call(check(asked)) }
}

/** For people with a session or a token. */
export function signedIn<
  A extends Fields,
  P extends Fields = Nothing,
  Q extends Fields = Nothing,
  B extends Fields = Nothing,
>(row: Row<P, Q, B, A, SignedIn>): Operation {
  const check = checker(row)
  return {
    ...described(row, 'signed-in'),
    async run(asked) {
      const { user, idempotencyKey } = asked
      if (!user) throw new DomainError('not-signed-in')
      const input = check(asked)
      const attempt =
        row.repeatable && idempotencyKey !== undefined
          ? attemptOf(asked.services, user, `${row.method} ${row.path}`, idempotencyKey, [
              input.query,
              input.body,
            ])
          : undefined
      return row.call({ ...input, user, attempt })
    },
  }
}

function described<P extends Fields, Q extends Fields, B extends Fields, A extends Fields, E>(
  row: Row<P, Q, B, A, E>,
  access: Operation['access'],
): Omit<Operation, 'run'> {
  const { method, path, tag, summary, note, guarded = false, repeatable = false, status = 200 } = row
  return {
    ...{ method, path, tag, summary, note, access, guarded, repeatable, status },
    params: row.params ?? NOTHING,
    query: row.query ?? NOTHING,
    body: row.takesPhoto ? 'photo' : row.body,
    answer: row.answer,
    fails: row.fails ?? [],
  }
}

/** Reads what the row wants to know, and refuses everything else. */
function checker<P extends Fields, Q extends Fields, B extends Fields, A extends Fields, E>(
  row: Row<P, Q, B, A, E>,
): (asked: Asked) => Input<P, Q, B> {
  const params = strict(row.params)
  const query = strict(row.query)
  const body = strict(row.takesPhoto ? undefined : row.body)
  return ({ services, visitor, photo, origin, setCookie, gone, ...asked }) => ({
    ...{ services, visitor, photo, origin, setCookie, gone },
    params: parse(params, asked.params),
    query: parse(query, asked.query),
    body: parse(body, row.takesPhoto ? {} : asked.body()),
  })
}

/** Unknown fields are refused: a misspelt one must not be a wish that is silently dropped. */
function strict<S extends Fields>(schema: S | undefined): S {
  // A row without a schema has the type of NOTHING, and strict() keeps the shape.
  return (schema ?? NOTHING).strict() as unknown as S
}
