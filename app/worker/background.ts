import { type Entry, readEntries, removeEntry, updateEntry } from '#app/offline/entries.ts'
import { createSender, type Result } from '#app/offline/sender.ts'

/** In the service worker: sends what waits, of whatever account. Fails if something is left, to be called again. */
export async function sendInBackground(): Promise<void> {
  let entries = (await readEntries()).filter(({ state }) => state !== 'refused')
  const stored: Promise<void>[] = []
  const sender = createSender({
    read: () => entries,
    noteSending: ({ seq }) => updateEntry(seq, { state: 'sending' }),
    onResult(entry: Entry, result: Result) {
      if (result.type !== 'done' && result.type !== 'refused') return
      entries = entries.filter(({ op }) => op !== entry.op)
      stored.push(
        result.type === 'done'
          ? removeEntry(entry.seq)
          : updateEntry(entry.seq, { state: 'refused', answer: result.answer }),
      )
    },
  })
  sender.pump()
  await sender.idle()
  await Promise.all(stored)
  if (stored.length > 0) new BroadcastChannel('larder-outbox').postMessage('')
  if (entries.length > 0) throw new Error(`${entries.length} changes are left to send.`)
}
