import { useLocation } from '@remix-run/react'
import { type CSSProperties, useEffect, useState } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { countDown, dismissToast, type Message, SECONDS, setToasts } from '#app/browser/messages.ts'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'

const narrow = matchMedia('(max-width: 800px)')

export function Toaster() {
  const words = useWords(common)
  const [isNarrow, setNarrow] = useState(narrow.matches)
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have another bar
  useEffect(move, [location])
  useEffect(() => {
    setToasts({ show, hide })
    const listeners = new AbortController()
    const { signal } = listeners
    narrow.addEventListener('change', () => setNarrow(narrow.matches), { signal })
    addEventListener('resize', move, { signal })
    addEventListener('pointermove', followMouse, { signal })
    addEventListener('keydown', focusSlot, { capture: true, signal })
    return () => listeners.abort()
  }, [])
  return (
    <Sonner
      containerAriaLabel={words.messages}
      position={isNarrow ? 'top-center' : 'top-right'}
      duration={Number.POSITIVE_INFINITY}
      hotkey={['altKey', 'KeyT']}
      visibleToasts={1}
      toastOptions={{ unstyled: true }}
    />
  )
}

let shown: { message: Message; id: string | number } | undefined
let stopTimer = () => {}

function show(message: Message): boolean {
  const { kind, text, isInPage } = message
  const style = placeOf(text)
  if (!style) return false
  const id = shown?.message === message ? shown.id : undefined
  stopTimer()
  stopTimer = countDown(SECONDS, dismissToast, isHovered)
  const role = kind === 'error' ? 'alert' : 'status'
  const said = isInPage ? <p aria-hidden>{text}</p> : <p role={role}>{text}</p>
  shown = { message, id: toast[kind](said, { id, style, className: `toast ${kind}` }) }
  return true
}

function hide() {
  stopTimer()
  const id = shown?.id
  shown = undefined
  // Sonner adds a toast in a timeout, and ignores a dismissal that comes before.
  if (id !== undefined) setTimeout(() => toast.dismiss(id))
}

function move() {
  if (shown && !show(shown.message)) dismissToast()
}

const GAP = 4
/** To the edge of the window. */
const MARGIN = 8
const MIN_WIDTH = 112
const CONTROLS = 'a, button, .message'
const TEXTS = 'h1, p, .brand, summary'
/** Close to a title, it looks like a part of it. */
const PLACES = [
  [`${CONTROLS}, ${TEXTS}`, 12],
  [`${CONTROLS}, ${TEXTS}`, GAP],
  [CONTROLS, GAP],
] as const

/** Where the bar is free: beside its title, else over it. Never over a control, except the title's menu, which a tap still opens. */
function placeOf(text: string): CSSProperties | undefined {
  const bar = document.querySelector('header')
  const { top, height } = bar?.getBoundingClientRect() ?? { top: -1, height: 0 }
  if (!bar || top < 0) return
  const isSticky = getComputedStyle(bar).position === 'sticky'
  const probe = document.createElement('p')
  probe.className = 'toast'
  probe.textContent = text
  document.body.append(probe)
  try {
    for (const [obstacles, gap] of PLACES) {
      for (const { from, to } of gapsIn(bar, obstacles, gap)) {
        probe.style.maxWidth = `${to - from}px`
        const box = probe.getBoundingClientRect()
        const room = height - 2 * GAP
        if (box.height > room) continue
        // Over a title, all of it is covered, from its first letter.
        const isOver = obstacles === CONTROLS
        const start = isOver ? Math.max(from - GAP, MARGIN) : from
        const size = { width: isOver ? to - start : Math.ceil(box.width), height: isOver ? room : box.height }
        const last = to - size.width
        return {
          ...size,
          position: isSticky ? 'fixed' : 'absolute',
          top: top + (isSticky ? 0 : scrollY) + (height - size.height) / 2,
          left: narrow.matches ? Math.min(Math.max((innerWidth - size.width) / 2, start), last) : last,
        }
      }
    }
  } finally {
    probe.remove()
  }
}

/** The widest first; in wide windows from the right. */
function gapsIn(bar: Element, obstacles: string, gap: number) {
  const { left, right } = bar.getBoundingClientRect()
  // What is in a closed menu has a box, too.
  const boxes = [...bar.querySelectorAll(obstacles)]
    .filter((element) => element.matches('summary') || !element.closest('details'))
    .map(boxOf)
    .filter(({ width }) => width > 0)
  const gaps: { from: number; to: number }[] = []
  let from = left + gap
  for (const box of [...boxes.sort((a, b) => a.left - b.left), new DOMRect(right)]) {
    const to = box.left - gap
    if (to - from >= MIN_WIDTH) gaps.push({ from, to })
    from = Math.max(from, box.right + gap)
  }
  return narrow.matches ? gaps.sort((a, b) => b.to - b.from - (a.to - a.from)) : gaps.reverse()
}

/** A title's box takes all the room there is; its text doesn't. */
function boxOf(element: Element): DOMRect {
  if (!element.matches(TEXTS)) return element.getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(element)
  return text.getBoundingClientRect()
}

/** Alt+T moves the focus to the slot's message; pressed again, sonner moves it to a toast. */
function focusSlot(event: KeyboardEvent) {
  if (!event.altKey || event.code !== 'KeyT') return
  const before = document.activeElement
  const target = document.querySelector<HTMLElement>(
    '.message button, .message:not(:has(button)) p:not(:empty)',
  )
  if (!target || target === before) return
  event.stopImmediatePropagation()
  target.focus()
  const restoreFocus = () => before instanceof HTMLElement && before.isConnected && before.focus()
  target.addEventListener('click', restoreFocus, { once: true })
}

let pointer: { x: number; y: number } | undefined
function followMouse({ clientX: x, clientY: y, pointerType }: PointerEvent) {
  pointer = pointerType === 'mouse' ? { x, y } : undefined
}

/** Toasts take no clicks, so `:hover` doesn't match. */
function isHovered(): boolean {
  const box = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect()
  if (!box || !pointer) return false
  return pointer.x >= box.left && pointer.x <= box.right && pointer.y >= box.top && pointer.y <= box.bottom
}
