import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'
import { count } from './count.ts'

export const list = room('list', {
  viewOnly: 'View only',
  changesHere: 'Changes on this device',

  // Items
  emptyEdit: 'add items and start shopping',
  emptyRead: 'Nothing is on this list yet.',
  basket: ({ n }: { n: number }) => `In the basket (${n})`,
  edit: ({ name }: { name: string }) => `Edit ${name}`,
  delete: ({ name }: { name: string }) => `Delete ${name}`,
  ticked: 'Ticked',
  notTicked: 'Not ticked',
  guess: 'a guess',
  lastPrice: 'last price',
  notSent: 'not sent yet',

  // All done
  allDone: 'All done',
  inTheBasket: ({ n }: { n: number }) =>
    count(n, { one: '1 item in the basket', other: `${n} items in the basket` }),
  withoutPrice: ({ n }: { n: number }) => `${n} of them without a price`,
  finish: 'Finish',
  paid: 'Paid',
  storeAndDate: 'Store, date and prices',
  sameAsLast: ({ n }: { n: number }) => `Same as last time (${n})`,

  // Footer
  total: 'Est Total:',
  inBasket: ({ sum }: { sum: string }) => `${sum} in basket`,
  guesses: ({ n }: { n: number }) => count(n, { one: 'includes 1 guess', other: `includes ${n} guesses` }),
  unpriced: ({ n }: { n: number }) => `${n} without a price`,
  asOf: ({ time }: { time: ReactNode }) => rich`as of ${time}`,
  deleteAll: 'Delete All',
  addItem: 'ADD ITEM',
  /** The title of its dialog. */
  newItem: 'ADD ITEM',
  addReceipt: 'ADD RECEIPT',
  viewReceipt: 'VIEW RECEIPT',

  // Line for adding
  add: 'ADD',
  addItems: 'Add items',
  addHint: '2 kg potatoes, milk x3',
  /** One a line. A tap adds it as it stands here. */
  exampleLines: 'milk\n12 eggs\n2 kg potatoes\nbread',
  examples: 'Examples',
  often: 'Often bought',
  usual: ({ n }: { n: number }) => `The usual (${n})`,
  suggestions: 'Suggestions',
  suggested: ({ n }: { n: number }) => count(n, { one: '1 suggestion', other: `${n} suggestions` }),

  // Item
  editItem: 'EDIT ITEM',
  name: 'Name',
  quantity: 'Quantity',
  price: 'Price',
  unit: 'Unit',
  pieces: 'pieces',
  priceFor: 'For',
  one: 'one',
  allOfIt: 'all of it',
  note: 'Note',
  move: 'Move to another list…',
  submit: 'SUBMIT',
  submitting: 'SUBMITTING...',
  addAnother: 'Add another',
  notAdded: ({ name }: { name: string }) => `“${name}” wasn't added.`,

  // Menu and its dialogs
  more: 'More',
  rename: 'Rename',
  renameList: 'Rename list',
  duplicate: 'Duplicate',
  copyOpen: 'Copy open items to…',
  screenOn: 'Keep the screen on',
  shareText: 'Share as text',
  listAsText: 'List as text',
  copy: 'Copy',
  copied: 'Copied.',
  print: 'Print',
  paste: 'Paste…',
  recent: 'Recent changes',
  pastTrips: 'Past trips',
  byAisle: 'By aisle',
  currency: 'Currency',
  untickAll: 'Untick all',
  clearDone: 'Clear done',
  shortcuts: 'Keyboard shortcuts',

  // Recipes
  recipe: 'Recipe',
  enterRecipe: 'Enter recipe and AI will generate ingredients...',
  askAi: 'ASK AI',
  loading: 'Loading...',
  recipeFirst: 'Please enter a recipe name first!',
  looking: 'Looking for ingredients…',
  cancel: 'Cancel',

  // Others
  yourLists: 'Your lists',
  searchLists: 'Search your lists',
  yourName: 'Your name',
  save: 'Save',
  nameHint: 'Others see it next to what you add and tick.',
  seenUpTo: ({ name, time }: { name: string; time: ReactNode }) =>
    rich`${name} has seen everything up to ${time}.`,
  notYet: ({ names }: { names: string }) => `Not yet: ${names}.`,
  withLink: 'Someone with a link',
  withNamedLink: ({ name }: { name: string }) => `Someone with the link “${name}”`,
})
