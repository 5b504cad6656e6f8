import type { Message } from '#app/domain/flashes.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import type { FieldTexts } from '#app/words/errorText.ts'
import type { FormValues } from '#app/words/formValues.ts'

export type Reply =
  | {
      ok: true
      message?: string
      /** If nothing could be done, it isn't a success. */
      kind?: 'error'
      change?: string
      isUndo?: boolean
      alternative?: Message['alternative']
      atHome?: Message['atHome']
      /** The page to open. Otherwise people stay where they are. */
      leadsTo?: string
    }
  | {
      ok: false
      message: string
      status: number
      code?: string
      fields?: FieldTexts
      /** The updatedAt of an item that someone else changed, as the message describes it. */
      seen?: number
      theirs?: FormValues
      /** Of the list now, for both versions. */
      currency?: Currency
      deleted?: { itemID: string; mayRestore: boolean }
    }

export const NOT_AN_IMAGE = 'not-an-image'

export const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'ok' in value

export type FailedReply = Extract<Reply, { ok: false }>

export type Refusal = FailedReply & {
  values: Record<string, string>
  /** Different for every response, so that two equal errors are shown as two. */
  attempt: string
}

export const refusalOf = (reply: Reply | Refusal | undefined): Refusal | undefined =>
  reply && !reply.ok && 'values' in reply ? reply : undefined
