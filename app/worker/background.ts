import { askServer } from '#app/offline/fetchWithin.ts'
import type { Entry } from '#app/offline/schema.ts'
import { createSender, type Result } from '#app/offline/sender.ts'
import { readEntries, removeEntry, updateEntry } from '#app/offline/store.ts'

/** Fails if something is left, to be called again. */
export async function sendInBackground(): Promise<void> {
  let entries = (await readEntries()).filter(({ state }) => state !== 'refused')
  const stored: Promise<unknown>[] = []
  const sender = createSender({
    read: () => entries,
    noteSending: ({ seq }) => updateEntry(seq, { state: 'sending' }),
    onResult(entry: Entry, result: Result) {
      if (result.type === 'done') stored.push(removeEntry(entry.seq))
      else if (result.type === 'refused') {
        stored.push(updateEntry(entry.seq, { state: 'refused', answer: result.answer }))
      } else if (result.type !== 'gone') return
      entries = entries.filter(({ op }) => op !== entry.op)
    },
  })
  // As in a page, what waits stays unsent.
  if ((await askServer()) === true) sender.pump()
  await sender.idle()
  await Promise.all(stored)
  if (stored.length > 0) new BroadcastChannel('larder-outbox').postMessage('')
  if (entries.length > 0) throw new Error(`${entries.length} changes are left to send.`)
}
