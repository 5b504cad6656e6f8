import { useEffect, useRef } from 'react'
import { NO_PLACE, type Place } from '#app/acts/act.ts'
import { undoChangeForm } from '#app/acts/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { forgetActs, latestAct } from './messages.ts'
import { submitOrSay } from './send.ts'
import { WIDE } from './wide.ts'

interface Actions {
  onNew(): void
  onHelp?(): void
  place?: Place
}

const TYPING = 'input, textarea, select, [contenteditable]'

/** For wide windows, which have a keyboard. Text fields and dialogs keep their keys. */
export function KeyShortcuts(actions: Actions): null {
  const latest = useRef(actions)
  latest.current = actions

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!matchMedia(WIDE).matches || document.querySelector('dialog:modal')) return
      if (event.target instanceof Element && event.target.matches(TYPING)) return
      if (run(event.key)) event.preventDefault()
    }

    function run(key: string): boolean {
      const { onNew, onHelp, place } = latest.current
      if (key === 'u') return undo(place)
      if (key === '/') return focus(document.querySelector<HTMLElement>('input[type=search]'))
      const by = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (by) return step(by)
      const open = { n: onNew, '?': onHelp }[key]
      open?.()
      return open !== undefined
    }

    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return null
}

function undo(place = NO_PLACE): boolean {
  const change = latestAct()
  if (!change) return false
  forgetActs(change)
  void submitOrSay(undoChangeForm(place, change, { id: newId() }))
  return true
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus()
  return Boolean(element)
}

function step(by: number): boolean {
  const rows = [...document.querySelectorAll('.item')]
  const row = document.activeElement?.closest('.item')
  const next = row ? rows[rows.indexOf(row) + by] : rows[0]
  return focus(next?.querySelector<HTMLElement>('.tick'))
}
