import type { Message as FlashMessage } from '#app/domain/flashes.ts'
import type { Reply } from '#app/protocol/reply.ts'
import { createNotifier } from './notifier.ts'

export interface Message extends FlashMessage {
  waiting?: string
  survivesNavigation?: boolean
  /** The page says it, too: a toast is only seen. */
  isInPage?: boolean
}

type Matches = (message: Message) => boolean

const offersUndo: Matches = ({ change, waiting }) => Boolean(change ?? waiting)

let acts: string[] = []

export const latestAct = (): string | undefined => acts.at(-1)

/** For "Undo more". */
export function rememberAct({ change, isUndo }: Pick<FlashMessage, 'change' | 'isUndo'>): void {
  if (change && !isUndo) acts.push(change)
}

export function forgetActs(change?: string): void {
  acts = change === undefined ? [] : acts.filter((act) => act !== change)
  if (change === undefined) clearSlot()
}

/** Nobody can reach messages behind a modal dialog. */
const HELD = ':is(.message, [data-sonner-toaster]):is(:hover, :focus-within), dialog:modal'
const UNDO_SECONDS = 30
export const SECONDS = 5

/** Sonner's timer ignores dialogs, and stops once Alt+T was used. */
export function countDown(seconds: number, onEnd: () => void, isHeld = () => false): () => void {
  let left = seconds
  const timer = setInterval(() => {
    if (document.hidden || document.querySelector(HELD) || isHeld()) return
    left -= 1
    if (left <= 0) onEnd()
  }, 1000)
  return () => clearInterval(timer)
}

let slot: Message | undefined
let stopTimer = () => {}
const notifier = createNotifier(() => slot, undefined)

function setSlot(next: Message | undefined) {
  stopTimer()
  slot = next
  notifier.notify()
}

/** A new message replaces the previous one, but news never take away an Undo. */
export function showInSlot(next: Message): void {
  if (next.kind === 'info' && !next.waiting && slot?.change) return
  rememberAct(next)
  setSlot(next)
  stopTimer = countDown(offersUndo(next) ? UNDO_SECONDS : SECONDS, clearSlot)
}

/** The specification ignores failed deletions: no toast, but the slot, which is above the button. */
export const showFailure = (text: string): void => showInSlot({ kind: 'error', text })

export function clearSlot(matches: Matches = () => true): void {
  if (slot && matches(slot)) setSlot(undefined)
}

export const isOfferFor = (op: string): boolean => slot?.waiting === op

export const useSlotMessage = notifier.useValue

const LOAD_MS = 2000
const CLOSING_MS = 300

/** Null if they can't be loaded. `show` is false if there is no room. */
let toasts: { show: Matches; hide(): void } | null | undefined
let toasted: Message | undefined

export function setToasts(loaded: typeof toasts): void {
  toasts = loaded
  if (toasted) present(toasted)
}

/** The message of a dialog's form waits until the dialog is gone, unless the dialog stays. */
export function showMessage(next: Message): void {
  const until = Date.now() + CLOSING_MS
  const show = () => {
    if (document.querySelector('dialog:modal') && Date.now() < until) setTimeout(show, 20)
    else showNow(next)
  }
  show()
}

function showNow(message: Message) {
  const isRepeated = toasted?.text === message.text && !offersUndo(message)
  const next = (isRepeated && toasted) || message
  if (!isRepeated) dismissToast()
  if (offersUndo(next)) return showInSlot(next)
  clearSlot((before) => next.kind !== 'info' || !offersUndo(before))
  toasted = next
  // By then, React has emptied the slot, which may be where the toast has room.
  if (toasts !== undefined) queueMicrotask(() => present(next))
  else setTimeout(() => toasts === undefined && present(next), LOAD_MS)
}

function present(message: Message) {
  if (message !== toasted || toasts?.show(message)) return
  dismissToast()
  showInSlot(message)
}

export function dismissToast(matches: Matches = () => true): void {
  if (!toasted || !matches(toasted)) return
  toasted = undefined
  toasts?.hide()
}

const say = (kind: Message['kind']) => (text: string) => showMessage({ kind, text })

export const toast = { success: say('success'), error: say('error'), info: say('info') }

type Done = Extract<Reply, { ok: true }>

export function showSuccess({ message: text, kind, change, isUndo, alternative }: Done) {
  if (text) return showMessage({ kind: kind ?? 'success', text, change, isUndo, alternative })
  for (const clear of [dismissToast, clearSlot]) clear(({ kind }) => kind === 'error')
}
