import { useRequests } from '#app/ui/browser/useRequests.ts'
import { lists as texts } from '#app/words/en/lists.ts'
import { useWords } from '#app/words/useWords.ts'
import type { ListsData } from './loader.server.ts'

export type ShownList = ListsData['lists'][number] & { pending?: boolean }

export function usePendingLists(lists: ListsData['lists']): ShownList[] {
  const requests = useRequests()
  const words = useWords(texts)
  let shown: ShownList[] = lists
  for (const { formAction, formData } of requests) {
    if (!formAction || !formData) continue
    const url = new URL(formAction, 'http://larder')
    const [, act, listId] = /^\/(delete|rename)-list\/(.+)$/.exec(url.pathname) ?? []
    const name = formData.get('name')
    const id = String(formData.get('id'))
    if (act === 'delete') shown = shown.filter((list) => list.id !== listId)
    else if (act === 'rename' && typeof name === 'string' && name.trim() !== '') {
      shown = shown.map((list) => (list.id === listId ? { ...list, name: name.trim() } : list))
    } else if (url.pathname === '/' && typeof name === 'string' && !shown.some((list) => list.id === id)) {
      shown = [
        {
          ...{ id, name: name.trim(), sum: words.adding, created: '', hasReceipt: false, pending: true },
          ...{ ownerName: undefined, sharedWith: undefined, isShared: false, items: 0, done: 0 },
        },
        ...shown,
      ]
    }
  }
  return shown
}
