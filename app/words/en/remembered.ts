import { room } from '../room.ts'
import { count } from './count.ts'

/** A number, and as the reader writes it. */
type Counted = { n: number; number: string }

export const remembered = room('remembered', {
  title: 'Remembered items',
  backToSettings: 'Back to the settings',
  nothingYet: 'Nothing yet. Items you add or tick appear here.',
  items: ({ n }: { n: number }) => count(n, { one: '1 item', other: `${n} items` }),
  foundItems: ({ found, n }: { found: number; n: number }) =>
    count(n, { one: `${found} of 1 item`, other: `${found} of ${n} items` }),
  whatIsRemembered:
    "Larder remembers the items you add and their prices, to suggest them next time. Only you see this. It keeps up to 5,000 items and forgets the ones you haven't used for the longest time.",
  search: 'Search',
  noneContains: ({ search }: { search: string }) => `No remembered item contains “${search}”.`,
  showAll: 'Show all',
  moreItems: ({ number }: Counted) => `And ${number} more. Search for an item to find it.`,
  forget: 'Forget',
  forgetItem: ({ name }: { name: string }) => `Forget ${name}`,
  forgetItemIn: ({ name, unit }: { name: string; unit: string }) => `Forget ${name} (${unit})`,

  // All
  forgetAll: 'Forget all',
  startsAgain: 'Larder starts again with the next item you add.',
  forgetAllItems: 'Forget all items',
  forgetAllItemsSure: 'Forget all items?',
  whatForgettingDoes: ({ n, number }: Counted) =>
    count(n, {
      one: "Larder forgets the one item it remembers for you, and their prices. Your lists stay as they are. You can't undo this.",
      other: `Larder forgets all ${number} items it remembers for you, and their prices. Your lists stay as they are. You can't undo this.`,
    }),
  forgetting: 'Forgetting...',
  cancel: 'Cancel',
})
