import { mayWait } from '#app/acts/acts.ts'
import { loadLineParser, readsLines } from '#app/acts/quickAdd.ts'
import type { Entry, NewEntry } from '#app/offline/schema.ts'
import { putEntry, readOutbox, removeEntry } from '#app/offline/store.ts'
import { createNotifier } from './notifier.ts'

/** An entry stays on the screen until data comes that was requested after the server's response. */
export type ShownEntry = Entry & {
  doneAt?: number
  isLate?: boolean
}

export const NONE = {
  entries: [] as ShownEntry[],
  isRead: false,
  /** False if the browser can't store entries: they are lost with the page. */
  keeps: true,
  signedOut: false,
  /** Something had to wait, so people want to know when all is saved. */
  isLate: false,
  answered: 0,
}

type Outbox = typeof NONE

interface Tab {
  account?: string
  outbox?: Outbox
  database?: { id: string | number | undefined }
  /** How many entries are not on disk: their numbers are negative. */
  unkept: number
  /** Entries that may still be on disk, but are not shown. */
  dropped: Set<number>
  /** Entries that are shown until their replacement is on disk. They aren't sent. */
  replaced: Set<number>
}

export const tab: Tab = { unkept: 0, dropped: new Set(), replaced: new Set() }
const notifier = createNotifier(outbox, NONE)

/** A kept page opens with its entries, so that it never shows how it was without them. */
export function outbox(): Outbox {
  if (tab.outbox) return tab.outbox
  const entries = window.keptEntries?.map((entry) => ({ ...entry, isLate: true })) ?? []
  if (window.keptPage) tab.account = window.keptPage.account
  tab.outbox = { ...NONE, entries, isRead: window.keptEntries !== undefined, isLate: entries.some(isOpen) }
  return tab.outbox
}

export function setOutbox(next: Partial<Outbox>): void {
  tab.outbox = { ...outbox(), ...next }
  notifier.notify()
}

export const setEntries = (change: (entries: ShownEntry[]) => ShownEntry[]): void =>
  setOutbox({ entries: change(outbox().entries) })

/** Rows that show lines as they were typed are made again. */
export async function readLines(): Promise<void> {
  if (readsLines()) return
  await loadLineParser()
  setEntries((entries) => [...entries])
}

export const setEntry = (
  op: string,
  values: Partial<Pick<ShownEntry, 'seq' | 'state' | 'answer' | 'doneAt'>>,
): void => setEntries((entries) => entries.map((one) => (one.op === op ? { ...one, ...values } : one)))

/** Whether the server hasn't answered yet. */
export const isPending = ({ doneAt, state }: ShownEntry): boolean =>
  doneAt === undefined && state !== 'refused'
/** People are told of it if it takes long, and can take it back. */
export const isOpen = (entry: ShownEntry): boolean => isPending(entry) && mayWait(entry)
export const isRefused = ({ state }: ShownEntry): boolean => state === 'refused'
export const isUnsaved = (entry: ShownEntry): boolean => isRefused(entry) || isOpen(entry)

export const openEntries = (): ShownEntry[] => outbox().entries.filter(isOpen)
export const pendingEntries = (): ShownEntry[] => outbox().entries.filter(isPending)
export const sendableEntries = (): ShownEntry[] =>
  pendingEntries().filter(({ seq }) => !tab.replaced.has(seq))

let begun = 0
const loads = new WeakMap<object, number>()

/** Changes made before a load of a page began are in its data. */
export const loadsBegun = (): number => begun

/** Call what it returns with the data. */
export function beginLoad(): (data: object) => void {
  begun += 1
  const load = begun
  return (data) => void loads.set(data, load)
}

/** The entries that this data doesn't have yet. The page as it was opened is no load. */
export function missingIn(data: object, entries: ShownEntry[]): ShownEntry[] {
  const load = loads.get(data) ?? 0
  return entries.filter(({ state, doneAt = load }) => state !== 'refused' && doneAt >= load)
}

export const allSaved = (): void => setOutbox({ isLate: false })

export const useOutbox = notifier.useValue

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('larder-outbox')

export const tellOtherTabs = (): void => channel?.postMessage('')

export function onNewsOfOtherTabs(listener: () => void): void {
  if (channel) channel.onmessage = listener
}

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
    const isKept = ({ seq }: Entry) => seq > 0 || tab.replaced.has(seq)
    setOutbox({ entries, isRead: true, keeps: entries.filter(isOpen).every(isKept) })
  } catch {
    setOutbox({ keeps: false })
  }
}

/** The browser has evicted its database under an open page. Numbers begin with 1 again. */
async function storeAgain(stored: Entry[]): Promise<void> {
  tab.dropped.clear()
  tab.replaced.clear()
  for (const { seq: _seq, doneAt, isLate: _isLate, ...entry } of outbox().entries) {
    if (doneAt !== undefined || !mayWait(entry) || stored.some(({ op }) => op === entry.op)) continue
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
  if (!mayWait(entry)) return addEntry({ ...entry, seq: numberOffDisk() })
  tab.account ??= entry.account
  if (instead) tab.replaced.add(instead.seq)
  const seq = await putEntry(entry, instead?.seq).catch(() => {
    setOutbox({ keeps: false })
    return numberOffDisk()
  })
  if (instead) tab.dropped.add(instead.seq)
  addEntry({ ...entry, seq }, instead?.seq)
}

export function numberOffDisk(): number {
  tab.unkept += 1
  return -tab.unkept
}

export function addEntry(entry: Entry, instead?: number): void {
  setEntries((entries) => {
    const stored = entries.some((one) => one.seq === entry.seq) ? [] : [entry]
    // In its place, if only its number is new.
    if (entries.some((one) => one.op === entry.op && one.seq === instead))
      return entries.flatMap((one) => (one.seq === instead ? stored : one))
    return [...entries.filter((one) => one.seq !== instead), ...stored]
  })
}

export function forget(seq: number): void {
  if (seq < 0) return
  void removeEntry(seq)
    .catch(() => {})
    .then(tellOtherTabs)
}
