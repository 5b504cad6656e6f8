import type { Message as FlashMessage } from '#app/domain/flashes.ts'
import { createNotifier } from './notifier.ts'

export interface Message extends FlashMessage {
  /** The unsent operation to take back. */
  waiting?: string
  survivesNavigation?: boolean
}

let acts: string[] = []

export const latestAct = (): string | undefined => acts.at(-1)

export function forgetActs(change?: string): void {
  acts = change === undefined ? [] : acts.filter((act) => act !== change)
  if (change === undefined) clearSlot()
}

/** Nobody can reach messages behind a modal dialog. */
const HELD = ':is(.message, [data-sonner-toaster]):is(:hover, :focus-within), dialog:modal'
const UNDO_SECONDS = 30
export const SECONDS = 5

export const offersUndo = ({ change, waiting }: Message): boolean => Boolean(change ?? waiting)

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

let shown: Message | undefined
let stopTimer = () => {}
const notifier = createNotifier()

function set(next: Message | undefined) {
  stopTimer()
  shown = next
  notifier.notify()
}

/** A new message replaces the previous one, but news never take away an Undo. */
export function showInSlot(next: Message): void {
  if (next.kind === 'info' && !next.waiting && shown?.change) return
  if (next.change && !next.isUndo) acts.push(next.change)
  set(next)
  stopTimer = countDown(offersUndo(next) ? UNDO_SECONDS : SECONDS, clearSlot)
}

export function clearSlot(matches: (message: Message) => boolean = () => true): void {
  if (shown && matches(shown)) set(undefined)
}

export const isOfferFor = (op: string): boolean => shown?.waiting === op

export const useSlotMessage = (): Message | undefined => notifier.useValue(() => shown, undefined)
