import type { PastChange } from '#app/domain/history/recentChanges.ts'
import { cut, plural } from '../format.ts'
import { guestLabel } from './signatures.ts'

export function sentenceOf(change: PastChange, userId: string): string {
  const { actor, guest } = change
  const name = actor?.name ?? (guest && guestLabel(guest.name))
  const who = actor?.id === userId ? 'You' : (name ?? 'Someone')
  return `${who} ${verbOf(change)}`
}

function verbOf({ kind, verb, count, name }: PastChange): string {
  if (kind === 'list' && verb === 'edited') return `renamed the list to “${cut(name ?? '')}”`
  if (kind === 'list') return `${verb === 'added' ? 'created' : verb} the list`
  if (kind === 'receipt')
    return count > 1 ? 'replaced the receipt' : `${verb === 'deleted' ? 'removed' : verb} the receipt`
  const what = count === 1 && name ? cut(name) : plural(count, NOUNS[kind] ?? 'item')
  return `${verb} ${what}`
}

const NOUNS: Partial<Record<PastChange['kind'], string>> = { ai: 'ingredient', clear: 'done item' }
