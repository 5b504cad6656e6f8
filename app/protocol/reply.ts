import type { FieldTexts } from '#app/messages/errorText.ts'
import type { FormValues } from '#app/messages/formValues.ts'

/** The result of an action for a form sent by script. Without JavaScript the response is a page. */
export type Reply =
  | {
      ok: true
      message?: string
      /** The change that the action made, to undo it. */
      change?: string
      /** The change was an undo itself. */
      isUndo?: boolean
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
      /** The item that somebody deleted meanwhile. */
      deleted?: { itemID: string; mayRestore: boolean }
    }

export type FailedReply = Extract<Reply, { ok: false }>

/** The page's own form failed: the page is rendered again with the submitted values and the errors. */
export type Refusal = FailedReply & {
  values: Record<string, string>
  /** Different for every response, so that two equal errors are shown as two. */
  attempt: string
}

export function refusalOf(reply: Reply | Refusal | undefined): Refusal | undefined {
  return reply && !reply.ok && 'values' in reply ? reply : undefined
}
