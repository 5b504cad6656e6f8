import type { Act, Kind } from '#app/acts/acts.ts'
import { type ShownEntry, tab } from './outbox.ts'
import { keepAndSend, type Outcome, WAITING } from './send.ts'

/** A late copy of the first request can't do it a second time: it has the same operation. */
export async function sendAgain<K extends Kind>(
  entry: ShownEntry & Act<K>,
  fields: Partial<Act<K>['fields']> = {},
): Promise<Outcome> {
  if (tab.replaced.has(entry.seq)) return WAITING
  const changed = { ...entry, fields: { ...entry.fields, ...fields } }
  const { seq: _seq, answer: _answer, doneAt: _doneAt, isLate: _isLate, ...again } = changed
  return keepAndSend({ ...again, at: Date.now(), state: 'sending' }, entry)
}
