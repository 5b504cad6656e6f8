import { cut, money } from '#app/messages/format.ts'
import type { Entry } from './entries.ts'

/** What somebody did, in a few words: 'tick Milk'. */
export function actText({ path, fields, name: whole }: Pick<Entry, 'path' | 'fields' | 'name'>): string {
  const name = cut(whole)
  const [, route = '', , act = ''] = path.split(/[/?]/)
  switch (route === 's' ? act : route) {
    case 'completed':
      return `${fields.completed === 'on' ? 'tick' : 'untick'} ${name}`
    case 'edit-item':
    case 'edit':
      return `change ${name}`
    case 'delete-single-item':
    case 'delete':
      return `delete ${name}`
    case 'undo':
      return 'undo the last change'
    default:
      return `add ${name}`
  }
}

/** The values of an item's form: 'Milk, 2 kg, $ 1.20'. */
export function valuesText({
  name = '',
  quantity = '',
  unit = '',
  price = '',
}: Record<string, string>): string {
  const amount = [quantity, unit].filter(Boolean).join(' ')
  const cents = Math.round(Number(price.replace(',', '.')) * 100)
  return [name, amount, Number.isFinite(cents) ? money(cents) : price].filter(Boolean).join(', ')
}
