import { room } from '../room.ts'
import { cut, ended } from '../text.ts'
import { count } from './count.ts'

type Named = { name: string }
type Counted = { n: number }

export const acts = room('acts', {
  ticked: ({ name }: Named) => ended(`Ticked ${cut(name)}`),
  unticked: ({ name }: Named) => ended(`Unticked ${cut(name)}`),
  itemAdded: 'Item added successfully!',
  itemEdited: 'Item edited successfully!',
  // Before the error
  additionFailed: 'Item addition failed!',
  editFailed: 'Item edit failed!',
  deletedOne: ({ name }: Named) => ended(`Deleted ${cut(name)}`),
  deletedMany: ({ n }: Counted) => count(n, { one: 'Deleted 1 item.', other: `Deleted ${n} items.` }),
  deletedAll: 'All items deleted.',
  deletedItem: 'Item deleted.',
  cleared: ({ n }: Counted) => count(n, { one: 'Cleared 1 done item.', other: `Cleared ${n} done items.` }),
  untickedAll: ({ n }: Counted) => count(n, { one: 'Unticked 1 item.', other: `Unticked ${n} items.` }),
  nothingTicked: 'No item was ticked.',
  addedTo: ({ n, list }: Counted & { list: string }) =>
    count(n, { one: `Added 1 item to ${list}.`, other: `Added ${n} items to ${list}.` }),
  moved: ({ list }: { list: string }) => `Moved to “${cut(list)}”.`,
  withoutPrices: 'Without prices: the other list has another currency.',
  restored: ({ name }: Named) => ended(`Restored ${cut(name)}`),
  purged: ({ name }: Named) => `Deleted ${cut(name)} for good.`,
  forgot: ({ name }: Named) => ended(`Forgot ${cut(name)}`),
  forgotAll: 'Forgot all items.',

  // Lists
  renamed: ({ name }: Named) => `Renamed the list to “${cut(name)}”.`,
  copied: ({ source, isUnshared }: { source: string; isUnshared: boolean }) =>
    `Copied “${cut(source)}”.${isUnshared ? " The copy isn't shared yet." : ''}`,
  currencyChanged: ({ currency, n }: { currency: string; n: number }) =>
    n === 0
      ? `The currency is now ${currency}. The amounts stay the same.`
      : count(n, {
          one: `The currency is now ${currency}. 1 price was rounded.`,
          other: `The currency is now ${currency}. ${n} prices were rounded.`,
        }),
  listDeleted: 'List deleted.',

  // Receipts
  receiptAdded: 'Receipt added.',
  receiptUpdated: 'Receipt updated.',
  receiptRemoved: 'Receipt removed.',

  // Recipes
  looking: 'Looking for ingredients…',
  ingredientsFound: ({ n }: { n: number }) =>
    count(n, { one: '1 ingredient found so far…', other: `${n} ingredients found so far…` }),
  waited: ({ seconds, max }: { seconds: number; max: number }) => `${seconds} of up to ${max} seconds`,
  useCookbook: 'Use the cookbook instead',
  fromCookbook: 'Built-in cookbook',
  fromModel: ({ model }: { model: string }) => `AI model: ${model}`,
  // While its model isn't known
  fromAi: 'AI server',
  // Tapped on an empty list, one a line: dishes of the cookbook
  exampleDishes: 'Lasagne\nPancakes\nChilli con carne',
  dishFor: ({ name, n }: Named & { n: string }) => `${name} for ${n}`,
  ofDishes: ({ dishes, summary }: { dishes: string; summary: string }) => `${dishes}: ${summary}`,
  // The `summary` of these
  things: ({ n }: Counted) => count(n, { one: '1 thing', other: `${n} things` }),
  ingredientsAdded: ({ n }: Counted) => `${n} added`,
  ingredientsRaised: ({ n }: Counted) => `${n} raised`,
  // Of a dish that is on the list already
  ingredientsThere: 'The ingredients are on your list.',
  // Before dishes that are known
  didYouMean: 'Did you mean:',
  insteadOf: ({ name }: Named) => `Instead of “${name}”:`,
  addNamed: ({ name }: Named) => `Add “${name}” to the list`,
  // Of more dishes than fit into one question
  notAsked: ({ dishes }: { dishes: string }) => `Not added yet: ${dishes}.`,
  askRest: 'Add these, too',
  // Before what a recipe has added
  probablyAtHome: 'Probably at home:',
  removeThese: ({ n }: Counted) => count(n, { one: 'Remove it', other: 'Remove these' }),
  removeNamed: ({ name }: Named) => `Remove ${name}`,

  // Undo and redo
  undone: 'Undone.',
  redone: 'Redone.',
  undonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    `Undone: ${restored} of ${of}. ${why}.`,
  redonePart: ({ restored, of, why }: { restored: number; of: number; why: string }) =>
    `Redone: ${restored} of ${of}. ${why}.`,
  undoneInPart: ({ why }: { why: string }) => `Undone in part: ${why}.`,
  redoneInPart: ({ why }: { why: string }) => `Redone in part: ${why}.`,
  nothingUndone: ({ why }: { why: string }) => `Nothing was undone: ${why}.`,
  nothingRedone: ({ why }: { why: string }) => `Nothing was redone: ${why}.`,
  receiptGone: "The old receipt can't be restored: there is a newer one, or it's gone for good.",
  tripUndone: ({ what }: { what: string }) => `Undone. The trip said ${what}.`,
  // The list has another receipt by now
  tripKeepsReceipt: 'Undone. The receipt stays with the trip, under Recently deleted.',
  tripGone: 'the trip was deleted, or some of its items are gone for good',
  orderGone: 'the order was changed since',
  // The `why` of these
  changedSince: ({ names, n }: Counted & { names: string }) =>
    `${names} ${n === 1 ? 'was' : 'were'} changed since`,
  goneForGood: ({ n }: Counted) =>
    count(n, { one: '1 item was deleted for good', other: `${n} items were deleted for good` }),
  changedAndGone: ({ changed, gone }: { changed: string; gone: string }) => `${changed}, and ${gone}`,
})
