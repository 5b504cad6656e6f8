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

const offersUndo: Matches = ({ change, waiting, alternative }) => Boolean(change ?? waiting ?? alternative)

let acts: string[] = []

export const latestAct = (): string | undefined => acts.at(-1)

/** For "Undo more". */
export function rememberAct({ change, isUndo }: Pick<FlashMessage, 'change' | 'isUndo'>): void {
  if (change && !isUndo) acts.push(change)
}

export function forgetActs(change?: string): void {
  acts = change === undefined ? [] : acts.filter((act) => act !== change)
  if (change === undefined) slot.clear()
}

/** Nobody can reach messages behind a modal dialog. A pointer goes through a toast to what is below. */
const HELD = ':is(.message, [data-sonner-toaster]):focus-within, .message:hover, .middle:hover, dialog:modal'
const UNDO_SECONDS = 30
const SECONDS = 5

/** One message at a time, for its seconds. Sonner's timer ignores dialogs, and stops once Alt+T was used. */
function createPlace() {
  let message: Message | undefined
  let left = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const { notify, useValue } = createNotifier(() => message, undefined)
  function show(next: Message | undefined) {
    message = next
    left = next && offersUndo(next) ? UNDO_SECONDS : SECONDS
    clearInterval(timer)
    if (next) timer = setInterval(countDown, 1000)
    notify()
  }
  function countDown() {
    if (document.hidden || document.querySelector(HELD)) return
    left -= 1
    if (left <= 0) show(undefined)
  }
  function clear(matches: Matches = () => true) {
    if (message && matches(message)) show(undefined)
  }
  return { read: () => message, show, clear, useMessage: useValue }
}

/** Where the page has a place for what offers Undo, and for what can't be a toast. */
export const slot = createPlace()
export const toasts = createPlace()

export const clearMessages: typeof slot.clear = (matches) => {
  for (const place of [slot, toasts]) place.clear(matches)
}

/** The page's bar, once sonner is loaded. */
export const bar: { hasRoomFor?: ((text: string) => boolean) | undefined } = {}

/** A new message replaces the previous one, but news never take away an Undo. */
export function showInSlot(next: Message): void {
  if (next.kind === 'info' && !next.waiting && slot.read()?.change) return
  rememberAct(next)
  slot.show(next)
}

/** The specification ignores failed deletions: no toast, but the slot, which is above the button. */
export const showFailure = (text: string): void => showInSlot({ kind: 'error', text })

const CLOSING_MS = 300
const LOAD_MS = 2000

/**
 * The message of a dialog's form waits until the dialog is gone, unless the dialog stays; what could be a toast waits for
 * sonner.
 */
export function showMessage(next: Message, since = Date.now()): void {
  const waited = Date.now() - since
  const isBehindDialog = waited < CLOSING_MS && document.querySelector('dialog:modal')
  const isTooEarly = waited < LOAD_MS && !bar.hasRoomFor && !offersUndo(next)
  if (isBehindDialog || isTooEarly) {
    setTimeout(showMessage, 20, next, since)
  } else if (offersUndo(next) || !bar.hasRoomFor?.(next.text)) {
    toasts.clear()
    showInSlot(next)
  } else {
    slot.clear((before) => next.kind !== 'info' || !offersUndo(before))
    toasts.show(next)
  }
}

const say = (kind: Message['kind']) => (text: string) => showMessage({ kind, text })

export const toast = { success: say('success'), error: say('error'), info: say('info') }

type Done = Extract<Reply, { ok: true }>

export function showSuccess({ message: text, kind, ...offer }: Done) {
  if (text) showMessage({ ...offer, kind: kind ?? 'success', text })
  else clearMessages(({ kind }) => kind === 'error')
}
