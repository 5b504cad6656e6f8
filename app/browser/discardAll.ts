import { removeEntry } from '#app/offline/store.ts'
import { discard, ownEntries } from './send.ts'

export async function discardAll(): Promise<void> {
  const entries = await ownEntries()
  for (const entry of entries) discard(entry)
  // The page may be left right after this.
  await Promise.all(entries.map(({ seq }) => seq > 0 && removeEntry(seq)))
}
