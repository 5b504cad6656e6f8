import { room } from '../room.ts'

export const addLines = room('addLines', {
  // Shared text
  addToAList: 'Add to a list',
  list: 'List',
  orCreateList: 'Or create a list',
  listName: 'List name',
  listExample: 'Groceries',
  someLeftOut: 'Some lines were left out. Share them separately.',
  noItemsFound: "We couldn't find any items in that text.",
  sharedExample: 'Milk\n2 loaves of bread',
  quantityFirst: 'One item per line. Put the quantity first.',

  // Pasted list
  pasteAList: 'Paste a list',
  pastedExample: '2 kg potatoes\n12 eggs 2.99',
  whatIsRemoved:
    'One item per line. You can paste a recipe or a message: bullets, times and the names of senders are removed.',
  cancel: 'Cancel',

  // Both
  items: 'Items',
  next: 'Next',
  itemsToAdd: 'Items to add',
  line: ({ n }: { n: number }) => `Line ${n}`,
  addToList: 'Add to list',
  adding: 'Adding...',
})
