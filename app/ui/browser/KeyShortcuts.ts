import { useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { undoRequest } from '#app/acts/undo.ts'
import { newId } from '#app/domain/ids.ts'
import type { ListAccess } from '#app/ui/listAccess.ts'
import { forgetActs, latestAct } from './messages.ts'
import { WIDE } from './wide.ts'

interface Actions {
  onNew(): void
  onHelp?(): void
  undo?: ListAccess['undo']
}

const TYPING = 'input, textarea, select, [contenteditable]'

/** For wide windows, which have a keyboard. Text fields and dialogs keep their keys. */
export function KeyShortcuts(actions: Actions): null {
  const undo = useUndo(actions.undo)
  const latest = useRef({ ...actions, undo })
  latest.current = { ...actions, undo }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!matchMedia(WIDE).matches || document.querySelector('dialog:modal')) return
      if (event.target instanceof Element && event.target.matches(TYPING)) return
      if (run(event.key)) event.preventDefault()
    }

    function run(key: string): boolean {
      const { onNew, onHelp, undo } = latest.current
      if (key === 'u') return undo()
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

function useUndo(undo: ListAccess['undo'] = undoRequest): () => boolean {
  const submit = useSubmit()
  return () => {
    const change = latestAct()
    if (!change) return false
    forgetActs(change)
    const { action, fields } = undo(change)
    const fetcherKey = `undo-${change}`
    submit({ ...fields, id: newId() }, { method: 'post', action, navigate: false, fetcherKey })
    return true
  }
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
