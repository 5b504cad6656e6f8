import { room } from '../room.ts'
import { count } from './count.ts'

export const aisles = room('aisles', {
  title: 'Order of the shop',
  // In the menu of a list by aisle: the other way to sort it
  added: 'In order of adding',
  // Once, above a list that has learned it
  offer: 'Larder has learned in which order you shop here.',
  decline: 'No, thanks',
  // In the dialog of an item
  category: 'Aisle',

  about:
    'By aisle, this list has this order for everyone on it. Larder learns it from when you tick what: after two trips, it follows your way.',
  learned: ({ n }: { n: number }) =>
    count(n, { one: 'Learned from 1 trip', other: `Learned from ${n} trips` }),
  moved: 'Moved by you',
  usual: 'As in most shops',
  up: ({ name }: { name: string }) => `Move ${name} up`,
  down: ({ name }: { name: string }) => `Move ${name} down`,
  wasMoved: ({ name }: { name: string }) => `Moved: ${name}.`,
  reset: 'RESET',
  resets: 'Forgets what was learned and moved.',
  wasReset: 'The order is as in most shops again.',
})
