import type { FieldTexts } from '#app/messages/errorText.ts'

// Pure: the pages in the browser read these too.

/** What a scripted form gets back; a form without script gets a page instead. */
export type Reply =
  | { ok: true; message?: string }
  | { ok: false; message: string; status: number; fields?: FieldTexts }

/** A page's own form, refused: the same page again with what was typed and what is wrong with it. */
export type Refusal = Extract<Reply, { ok: false }> & {
  values: Record<string, string>
  /** Another one for each answer: two equal refusals are two. */
  attempt: string
}

export function refusalOf(answer: Reply | Refusal | undefined): Refusal | undefined {
  return answer && !answer.ok && 'values' in answer ? answer : undefined
}
