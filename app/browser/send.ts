import { type Act, actText, collide, mayWait } from '#app/acts/acts.ts'
import { loadLineParser, quickAddIds, readsLines } from '#app/acts/quickAdd.ts'
import { undoForm } from '#app/acts/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { MAX_SHOWN_DONE_CHANGES } from '#app/domain/limitsAndLifetimes.ts'
import { SECOND } from '#app/domain/time.ts'
import type { Reach } from '#app/offline/keptDocument.ts'
import { keptAccount } from '#app/offline/keptPages.ts'
import type { Answer, Entry, NewEntry } from '#app/offline/schema.ts'
import { createSender, type Result } from '#app/offline/sender.ts'
import { readEntries, removeUnsent, updateEntry } from '#app/offline/store.ts'
import { browser } from '#app/words/en/browser.ts'
import { wordsOf } from '#app/words/reader.ts'
import { placeIsGone } from './answerText.ts'
import { currentRouter } from './currentRouter.ts'
import { rememberAct, showMessage, showSuccess, slot, toast } from './messages.ts'
import { failureText } from './networkError.ts'
import {
  addEntry,
  allSaved,
  forget,
  isOpen,
  isRefused,
  keep,
  loadsBegun,
  NONE,
  numberOffDisk,
  onNewsOfOtherTabs,
  openEntries,
  outbox,
  pendingEntries,
  readStored,
  sendableEntries,
  setEntries,
  setEntry,
  setOutbox,
  tab,
  tellOtherTabs,
} from './outbox.ts'
import { markOwnItem } from './ownItems.ts'
import { pageReader } from './pageReader.ts'
import { sendInBackground } from './sendInBackground.ts'
import { lastReach, probe, serverReachable, setReach } from './serverReachable.ts'

const SLOW_AFTER_MS = 3 * SECOND
/** Until then, the previous message stays, with the Undo of what was done before. */
const SAY_AFTER_MS = 400

const sender = createSender({ read: sendableEntries, noteSending, onResult })

onNewsOfOtherTabs(() => void readAll())

async function readAll() {
  await readStored()
  for (const { op, doneAt } of outbox().entries) if (doneAt !== undefined) endWaiting(op)
}

export async function openOutbox(account: string): Promise<void> {
  outbox()
  if (account !== tab.account) {
    tab.account = account
    setOutbox(NONE)
  }
  await sendOutbox()
}

export async function sendOutbox(): Promise<void> {
  await readAll()
  const entries = openEntries()
  for (const entry of entries) markOwnItems(entry)
  if (entries.some(({ isLate }) => isLate)) setOutbox({ isLate: true })
  return pump()
}

/** What waits while the server doesn't answer stays unsent, so that it can be taken back here. */
async function pump(): Promise<void> {
  if (serverReachable() || (await probe())) sender.pump()
  else giveUpWaiting()
}

/** Sends what somebody does, shows it at once, and takes it back if it is refused. */
export async function submit(act: Act & Pick<NewEntry, 'undoes'>, instead?: Entry): Promise<Outcome> {
  const last = openEntries()
    .filter((entry) => collide(entry, act))
    .at(-1)
  if (last && isOpposite(last, act) && (await dropUnsent(last))) return DONE
  return keepAndSend({ ...act, op: newId(), at: Date.now(), state: 'waiting' }, instead)
}

/** Until the page shows their results: a second tap does nothing. */
const underWay = new Set<string>()

/** Says why if it is refused. Resolves when the page shows the result: to false if it wasn't done. */
export async function submitOrSay(act: Act, say: (why: string) => void = toast.error): Promise<boolean> {
  // The operation's ID is new each time.
  const key = JSON.stringify([act.path, { ...act.fields, id: '' }])
  if (underWay.has(key)) return false
  underWay.add(key)
  const outcome = await submit(act)
  if (outcome.type === 'done') await outcome.loaded
  underWay.delete(key)
  if (outcome.type !== 'refused') return outcome.type === 'done'
  say(outcome.entry.answer?.message ?? '')
  if (mayWait(act)) discard(outcome.entry)
  return false
}

const isOpposite = (a: Act, b: Act) =>
  a.kind === 'tick' && b.kind === 'tick' && a.fields.completed !== b.fields.completed

/** The operation of the latest act. An earlier one that is answered later doesn't take its Undo away. */
let latest = ''

export async function keepAndSend(entry: NewEntry, instead?: Entry): Promise<Outcome> {
  latest = entry.op
  markOwnItems(entry)
  await keep(entry, instead)
  return sendKept(entry)
}

function sendKept(entry: NewEntry): Promise<Outcome> {
  const outcome = outcomeOf(entry.op)
  if (mayWait(entry)) sayIfLate(entry)
  void pump()
  return outcome
}

/** What was sent without the outbox: with the reply, unless that is missing. Resolves once it is stored or done. */
export async function takeOver(entry: NewEntry, reply?: DoneReply): Promise<void> {
  latest = entry.op
  markOwnItems(entry)
  const shown = { ...entry, seq: numberOffDisk() }
  // At once: the next tap is about what is shown.
  addEntry(shown)
  if (!reply) {
    await keep(entry, shown)
    void sendKept(entry)
    return
  }
  void outcomeOf(entry.op)
  onDone(shown, reply)
  // The first load is that of the document, which doesn't have it. It may begin only now.
  setEntry(entry.op, { doneAt: Math.max(loadsBegun(), 1) })
}

function sayIfLate(entry: NewEntry) {
  tellOtherTabs()
  // A dialog stays open, and says that it waits.
  setTimeout(() => document.querySelector('dialog:modal') || showNotSent(entry), SAY_AFTER_MS)
  setTimeout(() => {
    if (!isWaitedFor(entry.op)) return
    setReach(false)
    giveUpWaiting()
  }, SLOW_AFTER_MS)
}

async function noteSending({ op, seq }: Entry): Promise<boolean> {
  setEntry(op, { state: 'sending' })
  return seq < 0 || updateEntry(seq, { state: 'sending' }).catch(() => true)
}

/** What this tab adds isn't announced here, even if it is sent after a reload. */
function markOwnItems(act: Act) {
  if (act.kind === 'add') markOwnItem(act.fields.id)
  if (act.kind !== 'quickAdd') return
  const mark = () => quickAddIds(act).forEach(markOwnItem)
  mark()
  if (!readsLines()) void loadLineParser().then(mark)
}

function onResult(entry: Entry, result: Result): void | Promise<void> {
  if (!mayWait(entry)) return onOnlyResult(entry, result)
  switch (result.type) {
    case 'done':
      onDone(entry, result.reply)
      break
    case 'refused':
      onRefused(entry, result.answer)
      break
    case 'signedOut':
      setReach(true)
      setOutbox({ signedOut: true })
      giveUpWaiting()
      break
    case 'later':
      setTimeout(sender.pump, result.wait)
      giveUpWaiting()
      break
    case 'unreachable':
      setReach(result.reach)
      giveUpWaiting()
      break
    case 'gone':
      markDone(entry)
  }
}

type DoneReply = Extract<Result, { type: 'done' }>['reply']

function onDone(entry: Entry, reply: DoneReply) {
  setReach(true)
  forget(seqOf(entry))
  // Later, a message for each of many would only be in the way.
  const showsReply = isNews(entry.op)
  markDone(entry)
  setOutbox({ answered: outbox().answered + 1, signedOut: false })
  if (showsReply) showReply(entry, reply)
}

function showReply({ op }: Entry, reply: DoneReply) {
  if (op === latest) showSuccess(reply)
  else rememberAct(reply)
}

/** Of an act that can't wait. */
async function onOnlyResult(entry: Entry, result: Result): Promise<void> {
  if (result.type === 'signedOut') {
    await currentRouter().open(entry.kind === 'addList' ? '/login' : '/landing')
    return takeBack(entry)
  }
  if (result.type !== 'done') return takeBack(entry, await answerIn(result))
  setReach(true)
  const { reply } = result
  // Until then it counts as under way: it may have deleted the list of the page that is left.
  if (reply.leadsTo !== undefined) await currentRouter().open(reply.leadsTo)
  const loaded = () => (reply.leadsTo === undefined ? currentRouter().reload() : undefined)
  markDone(entry, () => ({ type: 'done', loaded: loaded() }))
  showReply(entry, reply)
}

async function answerIn(result: Exclude<Result, { type: 'done' | 'signedOut' }>): Promise<Answer> {
  if ('answer' in result && result.answer.status !== 500) return result.answer
  if (result.type !== 'unreachable') return noAnswer(true)
  // Something in between may only refuse this one.
  return noAnswer(result.reach && ((await probe()) || result.reach))
}

const noAnswer = (reach: Reach): Answer => ({
  status: 0,
  message: failureText(reach, wordsOf(pageReader(), browser)),
})

function takeBack(entry: Entry, answer?: Answer): void {
  setEntries((entries) => entries.filter(({ op }) => op !== entry.op))
  tell(entry.op, answer ? { type: 'refused', entry: { ...entry, answer } } : WAITING)
}

/** The number may have changed while the entry was being sent. */
const seqOf = ({ op, seq }: Entry) => outbox().entries.find((one) => one.op === op)?.seq ?? seq

function markDone({ op }: Entry, outcome = () => DONE) {
  setEntry(op, { doneAt: loadsBegun() })
  const done = outbox().entries.filter(({ doneAt }) => doneAt !== undefined)
  const old = new Set(done.slice(0, -MAX_SHOWN_DONE_CHANGES))
  setEntries((entries) => entries.filter((entry) => !old.has(entry)))
  endWaiting(op, outcome())
}

function onRefused(entry: Entry, answer: Answer) {
  setReach(true)
  const refused = { state: 'refused', answer } as const
  void updateEntry(seqOf(entry), refused)
    .catch(() => {})
    .then(tellOtherTabs)
  setEntry(entry.op, refused)
  setOutbox({ answered: outbox().answered + 1, signedOut: false })
  endWaiting(entry.op, placeIsGone(answer) ? WAITING : { type: 'refused', entry: { ...entry, ...refused } })
}

export type Outcome =
  /** Where the act couldn't wait, `loaded` resolves when the page shows the server's data. */
  | { type: 'done'; loaded?: Promise<void> | undefined }
  | { type: 'refused'; entry: Entry }
  | { type: 'waiting' }

export const WAITING: Outcome = { type: 'waiting' }
const DONE: Outcome = { type: 'done' }

const waiting = new Map<string, (outcome: Outcome) => void>()

const outcomeOf = (op: string): Promise<Outcome> => new Promise((resolve) => void waiting.set(op, resolve))

const isWaitedFor = (op: string): boolean => waiting.has(op)

const isNews = (op: string): boolean => isWaitedFor(op) || slot.read()?.waiting === op

function endWaiting(op: string, outcome = DONE): void {
  tell(op, outcome)
  slot.clear(({ waiting }) => waiting === op)
}

function tell(op: string, outcome: Outcome) {
  waiting.get(op)?.(outcome)
  waiting.delete(op)
}

function giveUpWaiting(): void {
  for (const entry of pendingEntries())
    if (!mayWait(entry) && entry.state === 'waiting') takeBack(entry, noAnswer(lastReach()))
  const late = openEntries()
  if (late.length === 0) return
  setEntries((entries) => entries.map((one) => (isOpen(one) ? { ...one, isLate: true } : one)))
  setOutbox({ isLate: true })
  void sendInBackground()
  for (const entry of late) showNotSent(entry)
  for (const { op } of late) tell(op, WAITING)
}

function showNotSent(entry: NewEntry): void {
  if (entry.op !== latest || !isWaitedFor(entry.op)) return
  const reader = pageReader()
  const text = wordsOf(reader, browser).notSentYet({ act: actText(reader, entry) })
  showMessage({ kind: 'info', text, waiting: entry.op })
}

export async function withdraw(op: string): Promise<void> {
  const entry = outbox().entries.find((one) => one.op === op)
  if (!entry || isRefused(entry) || tab.replaced.has(entry.seq)) return
  const { seq, account, listID } = entry
  if ((await dropUnsent(entry)) || tab.replaced.has(seq)) return
  // The change may be on its way, its response may be lost, or the server has just done it.
  const { guest } = entry.fields
  const { doneAt: _doneAt, isLate: _isLate, ...undoes } = entry
  void submit({ ...undoForm({ account, listID, guest }, op), undoes }, entry)
}

async function dropUnsent(entry: Entry): Promise<boolean> {
  const { seq, state } = entry
  const isUnsent = seq < 0 ? state === 'waiting' : await removeUnsent(seq).catch(() => false)
  if (isUnsent) discard(entry)
  return isUnsent
}

export function discard({ seq }: Pick<Entry, 'seq'>): void {
  if (tab.replaced.has(seq)) return
  tab.dropped.add(seq)
  for (const entry of outbox().entries) if (entry.seq === seq) endWaiting(entry.op)
  setEntries((entries) => entries.filter((one) => one.seq !== seq))
  // Nothing that waited was saved.
  if (openEntries().length === 0) allSaved()
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
