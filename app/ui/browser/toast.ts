import { useSyncExternalStore } from 'react'

export interface Toast {
  kind: 'success' | 'error' | 'info'
  text: string
  /** The change it offers to undo. */
  change?: string | undefined
  /** What was done was an undo itself. */
  isUndo?: boolean | undefined
  /** The operation that waits to be sent and can be taken back. */
  waiting?: string | undefined
  /** A later page still shows it. */
  survivesNavigation?: boolean
}

/** The changes that can be undone with a key, the latest last. */
let acts: string[] = []

export const latestAct = (): string | undefined => acts.at(-1)

/** All, if none is given. */
export function forgetActs(change?: string): void {
  acts = change === undefined ? [] : acts.filter((act) => act !== change)
}

/** Nobody can reach messages behind a modal dialog. */
const HELD = '.message:is(:hover, :focus-within), dialog:modal'
const DIALOG = 'dialog:modal'
const CLOSING_MS = 300
const SECONDS = 5
const UNDO_SECONDS = 30

let shown: Toast | undefined
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function set(next: Toast | undefined) {
  clearInterval(timer)
  shown = next
  for (const listener of listeners) listener()
}

/**
 * There is one message at a time: a new one replaces the one before. News never take away an Undo. The message of a
 * dialog's form comes when the dialog is gone, unless the dialog stays.
 */
export function showToast(next: Toast): void {
  if (next.kind === 'info' && !next.waiting && shown?.change) return
  if (!document.querySelector(DIALOG)) {
    show(next)
    return
  }
  const until = Date.now() + CLOSING_MS
  const waiting = setInterval(() => {
    if (document.querySelector(DIALOG) && Date.now() < until) return
    clearInterval(waiting)
    show(next)
  }, 20)
}

function show(next: Toast) {
  if (next.change && !next.isUndo) acts.push(next.change)
  set(next)
  let left = next.change || next.waiting ? UNDO_SECONDS : SECONDS
  timer = setInterval(() => {
    if (document.hidden || document.querySelector(HELD)) return
    left -= 1
    if (left <= 0) set(undefined)
  }, 1000)
}

export const toast = {
  success: (text: string) => showToast({ kind: 'success', text }),
  error: (text: string) => showToast({ kind: 'error', text }),
  info: (text: string) => showToast({ kind: 'info', text }),
}

export function dismissToast(matches: (toast: Toast) => boolean = () => true): void {
  if (shown && matches(shown)) set(undefined)
}

/** Whether the message shown offers to take this operation back. */
export const isToastFor = (op: string): boolean => shown?.waiting === op

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useToast = (): Toast | undefined =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
