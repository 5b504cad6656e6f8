import { useSubmit } from '@remix-run/react'
import type { FormEvent } from 'react'
import { Art } from '#app/ui/Art.tsx'
import emptyArt from '#app/ui/art/empty-items.svg?raw'
import { isClumsy } from '#app/ui/clumsyTaps.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { usePage } from '#app/ui/page.ts'
import { nextTimestamp } from '#app/ui/serverClock.ts'
import { tickKey } from '#app/ui/showMessage.ts'
import { ItemRow } from './ItemRow.tsx'
import type { Row } from './pending.ts'

interface Props {
  listId: string
  rows: Row[]
  onEdit(itemId: string): void
}

/** The rows' forms work without JavaScript; with it, this one listener sends them in the background. */
export function ItemList({ listId, rows, onEdit }: Props) {
  const submit = useSubmit()
  const { deferRows } = usePage()

  function send(event: FormEvent<HTMLUListElement>) {
    const form = event.target
    const button = (event.nativeEvent as SubmitEvent).submitter
    if (!(form instanceof HTMLFormElement && button instanceof HTMLButtonElement)) return
    event.preventDefault()
    const row = form.closest('li')
    const isTick = button.name === 'completed'
    const fields = new FormData(form)
    if (isTick) {
      fields.set('completed', button.value)
      fields.set('at', String(nextTimestamp(Number(row?.dataset.completedAt))))
    }
    const [action = ''] = (form.getAttribute('action') ?? '').split('#')
    submit(fields, {
      method: 'post',
      action,
      navigate: false,
      fetcherKey: isTick ? tickKey(row?.id ?? '') : `delete-${row?.id}`,
    })
    if (isTick) keepFocus(button)
    else focusNeighbor(row)
  }

  function click(event: React.MouseEvent<HTMLUListElement>) {
    if (isClumsy(event.nativeEvent)) return event.preventDefault()
    const row = event.target instanceof Element && event.target.closest('a.edit')?.closest('li')
    if (!row || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    onEdit(row.id.replace('item-', ''))
  }

  if (rows.length === 0) {
    return <EmptyState art={<Art svg={emptyArt} />}>add items and start shopping</EmptyState>
  }
  const items = rows.map((row, index) => (
    <ItemRow key={row.id} listId={listId} row={row} above={rows[index - 1]?.id} />
  ))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users reach the links inside
    <ul className="items card" id="items" onSubmit={send} onClick={click}>
      {deferRows ? deferRows(items) : items}
    </ul>
  )
}

/** A ticked row moves down, and a moved element loses focus. */
function keepFocus(button: HTMLElement) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) button.focus({ preventScroll: true })
  })
}

/** Deleting a row moves focus to its neighbor. */
function focusNeighbor(row: HTMLLIElement | null) {
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  const next =
    neighbor?.querySelector<HTMLElement>('.delete button') ?? document.querySelector<HTMLElement>('.add-item')
  next?.focus({ preventScroll: true })
}
