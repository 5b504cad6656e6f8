import type { State } from '#app/domain/history/changes.ts'
import type { PastChange } from '#app/domain/history/recentChanges.ts'
import { cut, money, plural } from '../format.ts'
import { guestLabel } from './signatures.ts'
import { measure } from './units.ts'

export function sentenceOf(change: PastChange, userId: string): string {
  const { actor, guest } = change
  const name = actor?.name ?? (guest && guestLabel(guest.name))
  const who = actor?.id === userId ? 'You' : (name ?? 'Someone')
  return `${who} ${verbOf(change)}`
}

function verbOf({ kind, verb, count, name, edit }: PastChange): string {
  if (kind === 'list' && verb === 'edited') return `renamed the list to “${cut(name ?? '')}”`
  if (kind === 'list') return `${verb === 'added' ? 'created' : verb} the list`
  if (kind === 'receipt')
    return count > 1 ? 'replaced the receipt' : `${verb === 'deleted' ? 'removed' : verb} the receipt`
  const what = count === 1 && name ? cut(name) : plural(count, NOUNS[kind] ?? 'item')
  const details = count === 1 && edit ? detailsOf(edit) : ''
  return `${verb} ${what}${details && `: ${details}`}`
}

/** '12 → 24, $ 4.99 → $ 9.98' */
function detailsOf({ before, after, unit }: NonNullable<PastChange['edit']>): string {
  const amountOf = ({ quantityMilli = 0, unit: its = unit }: State) => measure({ quantityMilli, unit: its })
  const parts = [
    before.name !== undefined && `was “${cut(before.name)}”`,
    before.quantityMilli !== undefined && `${amountOf(before)} → ${amountOf(after)}`,
    before.quantityMilli === undefined && after.unit !== undefined && `now in ${after.unit || 'pieces'}`,
    before.priceCents !== undefined && `${money(before.priceCents)} → ${money(after.priceCents ?? 0)}`,
    after.priceFor !== undefined && (after.priceFor === 'all' ? 'for all' : 'for one'),
  ]
  return parts.filter(Boolean).join(', ')
}

const NOUNS: Partial<Record<PastChange['kind'], string>> = { ai: 'ingredient', clear: 'done item' }
