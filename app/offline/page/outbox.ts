import { useSyncExternalStore } from 'react'
import type { Entry } from '#app/offline/schema.ts'

// A tab's view of the outbox: the entries of the account whose page it shows.

/** An entry stays on the screen until data comes that was requested after the server's answer. */
export type ShownEntry = Entry & {
  doneAt?: number
  /** Not answered soon. */
  isLate?: boolean
}

export interface Outbox {
  entries: ShownEntry[]
  /** False until the stored ones are read. */
  isRead: boolean
  /** False if the browser can't store them: they are lost with the page. */
  keeps: boolean
  /** The server wants somebody to sign in. */
  signedOut: boolean
  /** Something had to wait: since then, people want to know when all is saved. */
  isLate: boolean
  /** How many were answered, to reload the data. */
  answered: number
}

export const NONE: Outbox = {
  entries: [],
  isRead: false,
  keeps: true,
  signedOut: false,
  isLate: false,
  answered: 0,
}

interface Tab {
  account?: string
  outbox?: Outbox
  /** Which database was read last. */
  database?: { id: string | number | undefined }
  /** How many entries could not be stored: their numbers are negative. */
  unkept: number
  /** The numbers of entries that may still be on the disk, but are not shown. */
  dropped: Set<number>
  /** The numbers of entries that are shown until others in their place are on the disk. */
  replaced: Set<number>
}

export const tab: Tab = { unkept: 0, dropped: new Set(), replaced: new Set() }
const listeners = new Set<() => void>()

/** A kept page is opened with its entries, so that it doesn't show for a moment how it was without them. */
export function outbox(): Outbox {
  if (tab.outbox) return tab.outbox
  const entries = window.keptEntries?.map((entry) => ({ ...entry, isLate: true })) ?? []
  if (window.keptPage) tab.account = window.keptPage.account
  tab.outbox = { ...NONE, entries, isRead: window.keptEntries !== undefined, isLate: entries.some(isOpen) }
  return tab.outbox
}

export function setOutbox(next: Partial<Outbox>): void {
  tab.outbox = { ...outbox(), ...next }
  for (const listener of listeners) listener()
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

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOutbox = (): Outbox => useSyncExternalStore(subscribe, outbox, () => NONE)
