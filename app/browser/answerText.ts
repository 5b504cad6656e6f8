import { RESEND_OPERATIONS_FOR } from '#app/domain/limitsAndLifetimes.ts'
import type { Answer } from '#app/offline/schema.ts'
import { browser } from '#app/words/en/browser.ts'
import { days } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'

/** Why a change was refused. */
export function answerText(reader: Reader, answer: Answer | undefined): string {
  if (answer?.code !== 'too-old') return answer?.message ?? ''
  return wordsOf(reader, browser).tooOld({ age: days(reader, RESEND_OPERATIONS_FOR) })
}

/** A form goes with its page: what was typed into it stays in the outbox. */
export const placeIsGone = ({ code = '' }: Answer): boolean =>
  ['link-gone', 'list-not-found', 'view-only'].includes(code)
