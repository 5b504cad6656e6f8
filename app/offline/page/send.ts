import type { Act, Kind } from '#app/acts/acts.ts'
import { newId } from '#app/domain/ids.ts'
import { MAX_SHOWN_DONE_CHANGES } from '#app/domain/limits.ts'
import { SECOND } from '#app/domain/time.ts'
import { updateEntry } from '#app/offline/outboxStore.ts'
import type { Answer, Entry, NewEntry } from '#app/offline/schema.ts'
import { createSender, type Result } from '#app/offline/sender.ts'
import { showSuccess } from '#app/ui/browser/replies.ts'
import { NONE, openEntries, outbox, type ShownEntry, setEntries, setEntry, setOutbox, tab } from './outbox.ts'
import { endWaiting, giveUpWaiting, isNews, isWaitedFor, type Outcome, outcomeOf } from './outcomes.ts'
import { loadsBegun } from './pageCache.ts'
import { setServerReachable } from './serverReachable.ts'
import { forget, keep, readStored, tellOtherTabs } from './storedEntries.ts'

const SLOW_AFTER_MS = 3 * SECOND

const sender = createSender({ read: openEntries, noteSending, onResult })

export async function openOutbox(account: string): Promise<void> {
  outbox()
  if (account !== tab.account) {
    tab.account = account
    setOutbox(NONE)
  }
  await sendOutbox()
}

export async function sendOutbox(): Promise<void> {
  await readStored()
  if (openEntries().length > 0) setOutbox({ isLate: true })
  sender.pump()
}

export const submit = (act: Act & Pick<NewEntry, 'undoes'>, instead?: Entry): Promise<Outcome> =>
  keepAndSend({ ...act, op: newId(), at: Date.now(), state: 'waiting' }, instead)

/** A late copy of the first request can't do it a second time: it has the same operation. */
export async function sendAgain<K extends Kind>(
  entry: ShownEntry & Act<K>,
  fields: Partial<Act<K>['fields']> = {},
): Promise<Outcome> {
  if (tab.replaced.has(entry.seq)) return { type: 'waiting' }
  const changed = { ...entry, fields: { ...entry.fields, ...fields } }
  const { seq: _seq, answer: _answer, doneAt: _doneAt, isLate: _isLate, ...again } = changed
  return keepAndSend({ ...again, at: Date.now(), state: 'sending' }, entry)
}

async function keepAndSend(entry: NewEntry, instead?: Entry): Promise<Outcome> {
  await keep(entry, instead)
  const outcome = outcomeOf(entry.op)
  tellOtherTabs()
  setTimeout(() => {
    if (!isWaitedFor(entry.op)) return
    setServerReachable(false)
    giveUpWaiting()
  }, SLOW_AFTER_MS)
  sender.pump()
  return outcome
}

async function noteSending({ op, seq }: Entry): Promise<boolean> {
  setEntry(op, { state: 'sending' })
  return seq < 0 || updateEntry(seq, { state: 'sending' }).catch(() => true)
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
      setServerReachable(true)
      setOutbox({ signedOut: true })
      giveUpWaiting()
      break
    case 'later':
      setTimeout(sender.pump, result.wait)
      giveUpWaiting()
      break
    case 'unreachable':
      setServerReachable(false)
      giveUpWaiting()
      break
    case 'gone':
      markDone(entry)
  }
}

function onDone(entry: Entry, reply: Extract<Result, { type: 'done' }>['reply']) {
  setServerReachable(true)
  forget(seqOf(entry))
  const showsReply = isNews(entry.op)
  markDone(entry)
  setOutbox({ answered: outbox().answered + 1, signedOut: false })
  // Later, a message for each of many would only be in the way.
  if (showsReply) showSuccess(reply)
}

/** The number may have changed while the entry was being sent. */
const seqOf = ({ op, seq }: Entry) => outbox().entries.find((one) => one.op === op)?.seq ?? seq

function markDone({ op }: Entry) {
  setEntry(op, { doneAt: loadsBegun() })
  const done = outbox().entries.filter(({ doneAt }) => doneAt !== undefined)
  const old = new Set(done.slice(0, -MAX_SHOWN_DONE_CHANGES))
  setEntries((entries) => entries.filter((entry) => !old.has(entry)))
  endWaiting(op)
}

function onRefused(entry: Entry, answer: Answer) {
  setServerReachable(true)
  const refused = { state: 'refused', answer } as const
  void updateEntry(seqOf(entry), refused)
    .catch(() => {})
    .then(tellOtherTabs)
  setEntry(entry.op, refused)
  setOutbox({ answered: outbox().answered + 1, signedOut: false })
  endWaiting(entry.op, { type: 'refused', entry: { ...entry, ...refused } })
}
