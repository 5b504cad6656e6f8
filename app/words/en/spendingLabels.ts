import { room } from '../room.ts'

/** Plain texts of the spending page and a trip's. The server sends them along. */
export const spendingLabels = room('spendingLabels', {
  spending: 'Spending',
  // Of a list
  pastTrips: 'Past trips',
  backToSpending: 'Back to spending',
  years: 'Years',
  byMonth: 'By month',
  byStore: 'By store',
  byList: 'By list',
  store: 'Store',
  // A column, and what its bars are
  paid: 'Paid',
  notKnown: 'Not known',
  withoutStore: 'Without a store',
  // What was on no list
  withoutList: 'Purchases',
  purchase: 'Purchase',
  allStores: 'All stores',
  trips: 'Trips',
  older: 'Older trips',
  newer: 'Newer trips',
  withReceipt: 'with receipt',
  download: 'Download as CSV',
  print: 'Print',
  recentlyDeleted: 'Recently deleted',
  noneYet: 'No trips yet',
  howToStart: 'Finish a shopping trip on a list, and it is kept here with what it cost.',
  // What was on no list
  addPurchase: 'Add a purchase',
  add: 'Add',
  adding: 'Adding…',
  // Trip
  date: 'Date',
  receipt: 'Receipt',
  addPhoto: 'Add a photo',
  replacePhoto: 'Replace photo',
  removePhoto: 'Remove photo',
  photoHint: 'JPEG, PNG or WebP, up to 10 MB.',
  viewPhoto: 'Open the photo',
  items: 'Items',
  total: 'Total',
  guess: 'a guess',
  save: 'Save',
  saving: 'Saving…',
  deleteTrip: 'Delete trip',
})
