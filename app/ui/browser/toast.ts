import { clearSlot, type Message, offersUndo, showInSlot } from './messageSlot.ts'

interface Toasts {
  show(message: Message): boolean
  hide(): void
}

const LOAD_MS = 2000
const DIALOG = 'dialog:modal'
const CLOSING_MS = 300

let toasts: Toasts | null | undefined
let shown: Message | undefined

export function setToasts(loaded: Toasts | null): void {
  toasts = loaded
  if (shown) present(shown)
}

/** The message of a dialog's form waits until the dialog is gone, unless the dialog stays. */
export function showMessage(next: Message): void {
  const until = Date.now() + CLOSING_MS
  const show = () => {
    if (document.querySelector(DIALOG) && Date.now() < until) setTimeout(show, 20)
    else showNow(next)
  }
  show()
}

function showNow(message: Message) {
  const isRepeated = shown?.text === message.text && !offersUndo(message)
  const next = (isRepeated && shown) || message
  if (!isRepeated) dismissToast()
  if (offersUndo(next)) {
    showInSlot(next)
    return
  }
  clearSlot((before) => next.kind !== 'info' || !offersUndo(before))
  shown = next
  // By then, React has emptied the slot, which may be where the toast has room.
  if (toasts !== undefined) queueMicrotask(() => present(next))
  else setTimeout(() => toasts === undefined && present(next), LOAD_MS)
}

function present(message: Message) {
  if (message !== shown || toasts?.show(message)) return
  dismissToast()
  showInSlot(message)
}

export function dismissToast(matches: (toast: Message) => boolean = () => true): void {
  if (!shown || !matches(shown)) return
  shown = undefined
  toasts?.hide()
}

const say = (kind: Message['kind']) => (text: string) => showMessage({ kind, text })

export const toast = { success: say('success'), error: say('error'), info: say('info') }
