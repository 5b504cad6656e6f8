import type { Place } from '#app/acts/act.ts'
import { finishForm } from '#app/acts/finish.ts'
import { discard, submit } from '#app/browser/send.ts'
import type { Answer } from '#app/offline/schema.ts'
import { correctedIn } from '#app/routes/finish/FinishForm.tsx'
import { rescueFocus } from '#app/ui/ActForm.tsx'
import { today } from '#app/words/format.ts'
import type { Reader } from '#app/words/reader.ts'

export type Refused = Answer & { values: Record<string, string> }

/** Undefined if it is done, or waits. The day is the one on which somebody finished, however long it waits. */
export async function sendFinish(
  place: Place,
  reader: Reader,
  ids: string[],
  form: FormData,
): Promise<Refused | undefined> {
  const text = (name: string) => form.get(name)?.toString()
  const store = text('store')
  const typed = {
    paid: text('paid') ?? '',
    boughtOn: text('boughtOn') || today(reader),
    ...(store !== undefined && { store }),
    ...correctedIn(form),
  }
  const outcome = await submit(finishForm(place, ids, typed))
  setTimeout(rescueFocus)
  if (outcome.type !== 'refused') return undefined
  // From here on, the form has it.
  discard(outcome.entry)
  const { status, message, ...answer } = outcome.entry.answer ?? { status: 0, message: '' }
  return { ...answer, status, message, values: { paid: typed.paid } }
}
