import type { PastChange } from '#app/domain/history.ts'
import { cut, plural } from './format.ts'

/** "You deleted 14 items", "Ada ticked Milk" */
export function sentenceOf(change: PastChange, userId: string): string {
  const { actor } = change
  const who = actor?.id === userId ? 'You' : (actor?.name ?? 'Someone')
  return `${who} ${deedOf(change)}`
}

function deedOf({ kind, deed, count, name }: PastChange): string {
  if (kind === 'list' && deed === 'edited') return `renamed the list to “${cut(name ?? '')}”`
  if (kind === 'list') return `${deed === 'added' ? 'created' : deed} the list`
  if (kind === 'receipt') return count > 1 ? 'replaced the receipt' : `${RECEIPT[deed] ?? deed} the receipt`
  const what = count === 1 && name ? cut(name) : plural(count, NOUNS[kind] ?? 'item')
  return `${deed} ${what}`
}

const RECEIPT: Partial<Record<PastChange['deed'], string>> = { deleted: 'removed' }

const NOUNS: Partial<Record<PastChange['kind'], string>> = { ai: 'ingredient', clear: 'done item' }
