import { actText } from '#app/acts/acts.ts'
import type { Entry } from '#app/offline/schema.ts'
import { clearSlot, isOfferFor, showMessage } from '#app/ui/browser/messages.ts'
import { isOpen, openEntries, setEntries, setOutbox } from './outbox.ts'

export type Outcome = { type: 'done' } | { type: 'refused'; entry: Entry } | { type: 'waiting' }

const waiting = new Map<string, (outcome: Outcome) => void>()

export const outcomeOf = (op: string): Promise<Outcome> =>
  new Promise((resolve) => void waiting.set(op, resolve))

export const isWaitedFor = (op: string): boolean => waiting.has(op)

export const isNews = (op: string): boolean => isWaitedFor(op) || isOfferFor(op)

export function endWaiting(op: string, outcome: Outcome = { type: 'done' }): void {
  tell(op, outcome)
  clearSlot(({ waiting }) => waiting === op)
}

function tell(op: string, outcome: Outcome) {
  waiting.get(op)?.(outcome)
  waiting.delete(op)
}

export function giveUpWaiting(): void {
  const late = openEntries()
  if (late.length === 0) return
  setEntries((entries) => entries.map((one) => (isOpen(one) ? { ...one, isLate: true } : one)))
  setOutbox({ isLate: true })
  void sendInBackground()
  const latest = late.findLast(({ op }) => isWaitedFor(op))
  if (latest) showMessage({ kind: 'info', text: `Not sent yet: ${actText(latest)}`, waiting: latest.op })
  for (const { op } of late) tell(op, { type: 'waiting' })
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
