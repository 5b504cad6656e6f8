import { useSyncExternalStore } from 'react'
import { newId } from '#app/domain/ids.ts'
import { SECOND } from '#app/domain/time.ts'
import { actText } from '#app/offline/actText.ts'
import {
  type Answer,
  type Entry,
  type NewEntry,
  putEntry,
  readEntries,
  readOutbox,
  removeEntry,
  removeUnsent,
  updateEntry,
} from '#app/offline/entries.ts'
import { keptAccount } from '#app/offline/keptPages.ts'
import { createSender, type Result } from '#app/offline/sender.ts'
import { clearSlot, isOfferFor } from '#app/ui/browser/messageSlot.ts'
import { loadsBegun } from '#app/ui/browser/pageCache.ts'
import { showSuccess } from '#app/ui/browser/replies.ts'
import { showMessage } from '#app/ui/browser/toast.ts'
import { noteReach } from './reach.ts'

// A tab's view of the outbox: the entries of the account whose page it shows.

/** An entry stays on the screen until data comes that was requested after the server's answer. */
export interface ShownEntry extends Entry {
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

export type Outcome =
  | { type: 'done' }
  | { type: 'refused'; entry: Entry }
  /** It will be sent later. */
  | { type: 'waiting' }

/** Somebody who waits longer wants to go on. */
const PATIENCE = 3 * SECOND
/** Done entries that may still be missing in the data of some page. */
const MOST_DONE = 200

const NONE: Outbox = { entries: [], isRead: false, keeps: true, signedOut: false, isLate: false, answered: 0 }
let current: Outbox | undefined
let account: string | undefined
let unkept = 0
const listeners = new Set<() => void>()
const outcomes = new Map<string, (outcome: Outcome) => void>()
/** The numbers of entries that may still be on the disk, but are not shown. */
const dropped = new Set<number>()
/** Those of entries that are shown until others in their place are on the disk. */
const replaced = new Set<number>()
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('larder-outbox')
if (channel) channel.onmessage = () => void reload()

/** A kept page is opened with its entries, so that it doesn't show for a moment how it was without them. */
function outbox(): Outbox {
  if (current) return current
  const entries = window.keptEntries?.map((entry) => ({ ...entry, isLate: true })) ?? []
  if (window.keptPage) account = window.keptPage.account
  current = { ...NONE, entries, isRead: window.keptEntries !== undefined, isLate: entries.some(isOpen) }
  return current
}

function set(next: Partial<Outbox>) {
  current = { ...outbox(), ...next }
  for (const listener of listeners) listener()
}

const setEntries = (change: (entries: ShownEntry[]) => ShownEntry[]) =>
  set({ entries: change(outbox().entries) })

export const isOpen = ({ doneAt, state }: ShownEntry): boolean => doneAt === undefined && state !== 'refused'
export const isRefused = ({ state }: ShownEntry): boolean => state === 'refused'

export const openEntries = (): ShownEntry[] => outbox().entries.filter(isOpen)

const sender = createSender({ read: openEntries, noteSending, onResult })

/** Shows and sends the entries of this account. */
export async function openOutbox(next: string): Promise<void> {
  outbox()
  if (next !== account) {
    account = next
    set(NONE)
  }
  await sendOutbox()
}

/** Which database was read last; null before the first. */
let database: string | undefined | null = null

/** What other tabs or the service worker have changed. */
async function reload(): Promise<void> {
  const of = account
  if (of === undefined) return
  const before = new Set(outbox().entries.map(({ seq }) => seq))
  try {
    const read = await readOutbox()
    if (of !== account) return
    const isAnother = database !== null && database !== read.database
    database = read.database
    if (isAnother) return await storeAgain(read.all)
    const stored = read.all.filter((entry) => entry.account === of && !dropped.has(entry.seq))
    const bySeq = new Map(stored.map((entry) => [entry.seq, entry]))
    const known = outbox().entries.flatMap((entry) =>
      fresher(entry, bySeq.get(entry.seq), before.has(entry.seq)),
    )
    const isKnown = new Set(known.map(({ seq }) => seq))
    const older = stored.filter(({ seq }) => !isKnown.has(seq)).map((entry) => ({ ...entry, isLate: true }))
    const entries: ShownEntry[] = [...known, ...older].sort((a, b) => turnOf(a) - turnOf(b))
    set({ entries, isRead: true, keeps: entries.every(({ seq }) => seq > 0) })
    for (const { op, doneAt } of entries) if (doneAt !== undefined) endWaiting(op)
  } catch {
    set({ keeps: false })
  }
}

/** The browser has thrown away what it kept, under a page that is open. Numbers begin with 1 again. */
async function storeAgain(stored: Entry[]): Promise<void> {
  dropped.clear()
  replaced.clear()
  for (const { seq, doneAt, isLate: _, ...entry } of outbox().entries) {
    if (doneAt !== undefined || stored.some(({ op }) => op === entry.op)) continue
    const next = await putEntry(entry)
    setEntries((entries) => entries.map((one) => (one.seq === seq ? { ...one, seq: next } : one)))
  }
}

/** Clocks may be set back, so times don't tell the order. What couldn't be stored, with a negative number, comes last. */
const turnOf = ({ seq }: Entry) => (seq > 0 ? seq : 2 ** 52 - seq)

/** What is stored may be older than what this tab knows. Nothing if somebody has decided elsewhere. */
function fresher(known: ShownEntry, stored: Entry | undefined, wasKnown: boolean): ShownEntry | ShownEntry[] {
  if (known.doneAt !== undefined) return known
  // Those with a negative number are only here.
  const isGone = !stored && wasKnown && known.seq > 0
  if (isRefused(known)) return isGone ? [] : known
  if (stored && stored.state !== 'waiting') return { ...known, ...stored }
  // Answered elsewhere.
  return isGone ? { ...known, doneAt: loadsBegun() } : known
}

/** On load, when the page becomes visible, when a connection may be back. */
export async function sendOutbox(): Promise<void> {
  await reload()
  if (openEntries().length > 0) set({ isLate: true })
  sender.pump()
}

type Form = Pick<Entry, 'account' | 'listID' | 'path' | 'fields' | 'name' | 'undoes'>

/** Keeps a form and sends it; resolves when the server has answered, or when it has to wait. */
export const submit = (form: Form): Promise<Outcome> => put(form)

async function put(
  { account: of, listID, path, fields, name, undoes }: Form,
  instead?: Entry,
  { op, state }: Pick<Entry, 'op' | 'state'> = { op: newId(), state: 'waiting' },
): Promise<Outcome> {
  const form = { account: of, listID, path, fields, name, ...(undoes && { undoes }) }
  const entry: NewEntry = { ...form, op, at: Date.now(), state }
  account ??= of
  if (instead) replaced.add(instead.seq)
  const seq = await putEntry(entry, instead?.seq).catch(() => {
    set({ keeps: false })
    unkept -= 1
    return unkept
  })
  const outcome = new Promise<Outcome>((resolve) => outcomes.set(entry.op, resolve))
  if (instead) dropped.add(instead.seq)
  setEntries((entries) => {
    const others = entries.filter((one) => one.seq !== instead?.seq)
    return others.some((one) => one.seq === seq) ? others : [...others, { ...entry, seq }]
  })
  channel?.postMessage('')
  setTimeout(() => {
    if (!outcomes.has(entry.op)) return
    noteReach(false)
    giveUpWaiting()
  }, PATIENCE)
  sender.pump()
  return outcome
}

async function noteSending({ op, seq }: Entry): Promise<boolean> {
  const state = 'sending'
  setEntries((entries) => entries.map((one) => (one.op === op ? { ...one, state } : one)))
  return seq < 0 || updateEntry(seq, { state }).catch(() => true)
}

function onResult(entry: Entry, result: Result): void {
  switch (result.type) {
    case 'done':
      onDone(entry, result.reply)
      break
    case 'refused':
      onRefused(entry, result.answer)
      break
    case 'signedOut':
      noteReach(true)
      set({ signedOut: true })
      giveUpWaiting()
      break
    case 'later':
      setTimeout(sender.pump, result.wait)
      giveUpWaiting()
      break
    case 'unreachable':
      noteReach(false)
      giveUpWaiting()
      break
    case 'gone':
      markDone(entry)
  }
}

function onDone(entry: Entry, reply: Extract<Result, { type: 'done' }>['reply']) {
  noteReach(true)
  forget(seqOf(entry))
  const isFresh = outcomes.has(entry.op) || isOfferFor(entry.op)
  markDone(entry)
  set({ answered: outbox().answered + 1, signedOut: false })
  // Later, a message for each of many would only be in the way.
  if (isFresh) showSuccess(reply)
}

/** Its number may have changed while it was on its way. */
const seqOf = ({ op, seq }: Entry) => outbox().entries.find((one) => one.op === op)?.seq ?? seq

function markDone({ op }: Entry) {
  setEntries((entries) =>
    withoutOld(entries.map((one) => (one.op === op ? { ...one, doneAt: loadsBegun() } : one))),
  )
  endWaiting(op)
}

/** The oldest done ones go. */
function withoutOld(entries: ShownEntry[]): ShownEntry[] {
  const old = entries.filter(({ doneAt }) => doneAt !== undefined).slice(0, -MOST_DONE)
  return entries.filter((entry) => !old.includes(entry))
}

function onRefused(entry: Entry, answer: Answer) {
  noteReach(true)
  const refused = { state: 'refused', answer } as const
  void updateEntry(seqOf(entry), refused)
    .catch(() => {})
    .then(() => channel?.postMessage(''))
  setEntries((entries) => entries.map((one) => (one.op === entry.op ? { ...one, ...refused } : one)))
  set({ answered: outbox().answered + 1, signedOut: false })
  endWaiting(entry.op, { type: 'refused', entry: { ...entry, ...refused } })
}

function endWaiting(op: string, outcome: Outcome = { type: 'done' }) {
  answerTo(op, outcome)
  clearSlot(({ waiting }) => waiting === op)
}

function answerTo(op: string, outcome: Outcome) {
  outcomes.get(op)?.(outcome)
  outcomes.delete(op)
}

/** Nobody waits for these answers any longer. */
function giveUpWaiting() {
  const late = openEntries()
  if (late.length === 0) return
  setEntries((entries) => entries.map((one) => (isOpen(one) ? { ...one, isLate: true } : one)))
  set({ isLate: true })
  void sendInBackground()
  const latest = late.findLast(({ op }) => outcomes.has(op))
  if (latest) showMessage({ kind: 'info', text: `Not sent yet: ${actText(latest)}`, waiting: latest.op })
  for (const { op } of late) answerTo(op, { type: 'waiting' })
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

/** The service worker sends when the connection is back, even if the page is closed by then. */
async function sendInBackground() {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register('outbox')
    await navigator.storage?.persist?.()
  } catch {
    // Not every browser can, and people may forbid it.
  }
}

function forget(seq: number) {
  if (seq < 0) return
  void removeEntry(seq)
    .catch(() => {})
    .then(() => channel?.postMessage(''))
}

/** Takes back what may not have reached the server yet. */
export async function withdraw(op: string): Promise<void> {
  const entry = outbox().entries.find((one) => one.op === op)
  if (!entry || isRefused(entry) || replaced.has(entry.seq)) return
  const isUnsent =
    entry.seq < 0 ? entry.state === 'waiting' : await removeUnsent(entry.seq).catch(() => false)
  if (isUnsent) {
    discard(entry)
    return
  }
  if (replaced.has(entry.seq)) return
  // It may be on its way, its answer may be lost, or the server has just done it.
  const isGuest = entry.account.startsWith('/')
  const path = isGuest ? `${entry.account}/undo` : `/undo/${op}`
  const target: Record<string, string> = isGuest
    ? { change: op, guest: entry.fields.guest ?? '' }
    : { listID: entry.listID }
  const fields = { operation: '1', ...target }
  const undoes = { path: entry.path, fields: entry.fields }
  void put({ ...entry, path, fields, name: '', undoes }, entry)
}

/** Drops an entry that somebody has seen. */
export function discard({ seq }: Pick<Entry, 'seq'>): void {
  if (replaced.has(seq)) return
  dropped.add(seq)
  for (const entry of outbox().entries) if (entry.seq === seq) endWaiting(entry.op)
  setEntries((entries) => entries.filter((one) => one.seq !== seq))
  forget(seq)
}

/** What the account whose pages are kept hasn't sent. */
export async function ownEntries(): Promise<Entry[]> {
  try {
    const owner = account ?? (await keptAccount())
    const unkept = openEntries().filter(({ seq }) => seq < 0)
    return owner === undefined ? [] : [...(await readEntries(owner)), ...unkept]
  } catch {
    return openEntries()
  }
}

export async function discardAll(): Promise<void> {
  const entries = await ownEntries()
  for (const entry of entries) discard(entry)
  // The page may be left right after this.
  await Promise.all(entries.map(({ seq }) => seq > 0 && removeEntry(seq)))
}

/** Sends a refused form again, perhaps with other fields. A late copy of the first one can't do it a second time. */
export async function sendAgain(entry: Entry, fields: Record<string, string> = {}): Promise<Outcome> {
  if (replaced.has(entry.seq)) return { type: 'waiting' }
  const again = { ...entry, fields: { ...entry.fields, ...fields } }
  return put(again, entry, { op: entry.op, state: 'sending' })
}

export function allSaved(): void {
  set({ isLate: false })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOutbox = (): Outbox => useSyncExternalStore(subscribe, outbox, () => NONE)
