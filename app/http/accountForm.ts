import { type AppLoadContext, data } from '@remix-run/node'
import { DomainError, type FieldErrors } from '#app/domain/errors.ts'
import type { Message } from '#app/domain/flashes.ts'
import { noteCause, replyInit } from './errors.ts'

export interface RefusedForm {
  said: Message
  fields: FieldErrors
  /** What was typed, but for the password. */
  values: Record<string, string>
  /** Different for each answer, so that two equal refusals are two. */
  attempt: string
}

/** The same page again, with what was typed and with what was wrong. */
export function refusedForm(context: AppLoadContext, error: unknown, typed: Record<string, string>) {
  if (!(error instanceof DomainError)) throw error
  noteCause(context, error)
  const { password: _, ...values } = typed
  const refused: RefusedForm = {
    said: { kind: 'error', text: error.message },
    fields: error.fields ?? {},
    values,
    attempt: context.requestId,
  }
  return data({ refused, sent: undefined, left: undefined }, replyInit(error))
}
