import type { Entry } from '#app/offline/schema.ts'
import { createNotifier } from '#app/ui/browser/notifier.ts'

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
  /** How many entries could not be stored: their numbers are negative. */
  unkept: number
  /** Entries that may still be on disk, but are not shown. */
  dropped: Set<number>
  /** Entries that are shown until their replacement is on disk. */
  replaced: Set<number>
}

export const tab: Tab = { unkept: 0, dropped: new Set(), replaced: new Set() }
const notifier = createNotifier()

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

export const setEntry = (
  op: string,
  values: Partial<Pick<ShownEntry, 'seq' | 'state' | 'answer' | 'doneAt'>>,
): void => setEntries((entries) => entries.map((one) => (one.op === op ? { ...one, ...values } : one)))

export const isOpen = ({ doneAt, state }: ShownEntry): boolean => doneAt === undefined && state !== 'refused'
export const isRefused = ({ state }: ShownEntry): boolean => state === 'refused'

export const openEntries = (): ShownEntry[] => outbox().entries.filter(isOpen)

export const allSaved = (): void => setOutbox({ isLate: false })

export const useOutbox = (): Outbox => notifier.useValue(outbox, NONE)
