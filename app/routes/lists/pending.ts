import { useFetchers } from '@remix-run/react'
import type { ListsData } from './route.tsx'

export type ShownList = ListsData['lists'][number] & { pending?: boolean }

/** The lists with all pending requests applied. */
export function usePendingLists(lists: ListsData['lists']): ShownList[] {
  const fetchers = useFetchers()
  let shown: ShownList[] = lists
  for (const { formAction, formData } of fetchers) {
    if (!formAction || !formData) continue
    const url = new URL(formAction, 'http://larder')
    const deleted = /^\/delete-list\/(.+)$/.exec(url.pathname)?.[1]
    const name = formData.get('name')
    const id = String(formData.get('id'))
    if (deleted) shown = shown.filter((list) => list.id !== deleted)
    else if (url.pathname === '/' && typeof name === 'string' && !shown.some((list) => list.id === id)) {
      shown = [{ id, name: name.trim(), created: 'Adding…', pending: true }, ...shown]
    }
  }
  return shown
}
