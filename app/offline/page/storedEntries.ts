import { putEntry, readOutbox, removeEntry } from '#app/offline/outboxStore.ts'
import type { Entry, NewEntry } from '#app/offline/schema.ts'
import { isRefused, outbox, type ShownEntry, setEntries, setEntry, setOutbox, tab } from './outbox.ts'
import { endWaiting } from './outcomes.ts'
import { loadsBegun } from './pageCache.ts'

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('larder-outbox')
if (channel) channel.onmessage = () => void readStored()

export const tellOtherTabs = (): void => channel?.postMessage('')

export async function readStored(): Promise<void> {
  const { account } = tab
  if (account === undefined) return
  const before = new Set(outbox().entries.map(({ seq }) => seq))
  try {
    const read = await readOutbox()
    if (account !== tab.account) return
    const isAnother = tab.database !== undefined && tab.database.id !== read.database
    tab.database = { id: read.database }
    if (isAnother) return await storeAgain(read.all)
    const stored = read.all.filter((entry) => entry.account === account && !tab.dropped.has(entry.seq))
    const bySeq = new Map(stored.map((entry) => [entry.seq, entry]))
    const known = outbox().entries.flatMap((entry) =>
      fresher(entry, bySeq.get(entry.seq), before.has(entry.seq)),
    )
    const isKnown = new Set(known.map(({ seq }) => seq))
    const older = stored.filter(({ seq }) => !isKnown.has(seq)).map((entry) => ({ ...entry, isLate: true }))
    const entries: ShownEntry[] = [...known, ...older].sort((a, b) => turnOf(a) - turnOf(b))
    setOutbox({ entries, isRead: true, keeps: entries.every(({ seq }) => seq > 0) })
    for (const { op, doneAt } of entries) if (doneAt !== undefined) endWaiting(op)
  } catch {
    setOutbox({ keeps: false })
  }
}

/** The browser has evicted its database under an open page. Numbers begin with 1 again. */
async function storeAgain(stored: Entry[]): Promise<void> {
  tab.dropped.clear()
  tab.replaced.clear()
  for (const { seq: _seq, doneAt, isLate: _isLate, ...entry } of outbox().entries) {
    if (doneAt !== undefined || stored.some(({ op }) => op === entry.op)) continue
    setEntry(entry.op, { seq: await putEntry(entry) })
  }
}

/** Clocks may be set back, so times don't tell the order. Entries that couldn't be stored come last. */
const turnOf = ({ seq }: Entry) => (seq > 0 ? seq : 2 ** 52 - seq)

/** Stored entries may be older than what this tab knows, or already settled elsewhere. */
function fresher(known: ShownEntry, stored: Entry | undefined, wasKnown: boolean): ShownEntry | ShownEntry[] {
  if (known.doneAt !== undefined) return known
  const isGone = !stored && wasKnown && known.seq > 0
  if (isRefused(known)) return isGone ? [] : known
  if (stored && stored.state !== 'waiting') return { ...known, ...stored }
  return isGone ? { ...known, doneAt: loadsBegun() } : known
}

export async function keep(entry: NewEntry, instead?: Pick<Entry, 'seq'>): Promise<void> {
  tab.account ??= entry.account
  if (instead) tab.replaced.add(instead.seq)
  const seq = await putEntry(entry, instead?.seq).catch(() => {
    setOutbox({ keeps: false })
    tab.unkept += 1
    return -tab.unkept
  })
  if (instead) tab.dropped.add(instead.seq)
  setEntries((entries) => {
    const others = entries.filter((one) => one.seq !== instead?.seq)
    return others.some((one) => one.seq === seq) ? others : [...others, { ...entry, seq }]
  })
}

export function forget(seq: number): void {
  if (seq < 0) return
  void removeEntry(seq)
    .catch(() => {})
    .then(tellOtherTabs)
}
