import { undoForm } from '#app/acts/undo.ts'
import { readEntries, removeEntry, removeUnsent } from '#app/offline/outboxStore.ts'
import { keptAccount } from '#app/offline/pages.ts'
import type { Entry } from '#app/offline/schema.ts'
import { isRefused, openEntries, outbox, setEntries, tab } from './outbox.ts'
import { endWaiting } from './outcomes.ts'
import { submit } from './send.ts'
import { forget } from './storedEntries.ts'

export async function withdraw(op: string): Promise<void> {
  const entry = outbox().entries.find((one) => one.op === op)
  if (!entry || isRefused(entry) || tab.replaced.has(entry.seq)) return
  const { seq, state, account, listID } = entry
  const isUnsent = seq < 0 ? state === 'waiting' : await removeUnsent(seq).catch(() => false)
  if (isUnsent) return discard(entry)
  if (tab.replaced.has(seq)) return
  // It may be on its way, its response may be lost, or the server has just done it.
  const { guest } = entry.fields
  const { doneAt: _doneAt, isLate: _isLate, ...undoes } = entry
  void submit({ ...undoForm({ account, listID, guest }, op), undoes }, entry)
}

export function discard({ seq }: Pick<Entry, 'seq'>): void {
  if (tab.replaced.has(seq)) return
  tab.dropped.add(seq)
  for (const entry of outbox().entries) if (entry.seq === seq) endWaiting(entry.op)
  setEntries((entries) => entries.filter((one) => one.seq !== seq))
  forget(seq)
}

export async function ownEntries(): Promise<Entry[]> {
  try {
    const account = tab.account ?? (await keptAccount())
    const unkept = openEntries().filter(({ seq }) => seq < 0)
    return account === undefined ? [] : [...(await readEntries(account)), ...unkept]
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
