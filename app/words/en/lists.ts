import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'

export const lists = room('lists', {
  yourLists: 'Your lists',
  recentlyDeleted: 'Recently deleted',
  household: 'Household',
  spending: 'Spending',
  earlier: ({ n }: { n: number }) => `Earlier (${n})`,
  searchYourLists: 'Search your lists',
  search: 'Search',
  noMatch: ({ search }: { search: string }) => `No list matches “${search}”.`,
  noLists: 'Make a List and start shopping',
  // New list
  listName: 'List name',
  newList: 'New list',
  add: 'ADD',
  adding: 'Adding…',
  aNewList: 'A new list',
  // Card
  nextItems: 'Next items',
  andMore: ({ n }: { n: number }) => `and ${n} more`,
  notOnDevice: 'Not on this device',
  // Behind a date
  sharedWith: ({ name }: { name: string }) => `with ${name}`,
  sharedWithOthers: 'with others',
  sharedWithoutOwner: 'Shared, without an owner',
  sharedBy: ({ name }: { name: string }) => `Shared by ${name}`,
  withReceipt: 'with receipt',
  viewList: 'View List',
  viewListNamed: ({ name }: { name: string }) => `View List ${name}`,
  thisList: 'This list',
  deleteList: ({ name }: { name: string }) => `Delete list ${name}`,
  deletingList: 'Deleting a list',
  // Menu of a card
  moreFor: ({ name }: { name: string }) => `More for ${name}`,
  newNameFor: ({ name }: { name: string }) => `New name for ${name}`,
  rename: 'Rename',
  duplicate: 'Duplicate',
  share: 'Share',
  sharing: 'Sharing',
  leave: 'Leave',
  // Questions
  questions: 'Questions for you',
  wantsToShare: ({ name }: { name: ReactNode }) =>
    rich`${name} asks you to join their household: you'll see all of their lists, new ones too.`,
  ownerLeft: ({ name }: { name: ReactNode }) =>
    rich`The owner of ${name} deleted their account. Do you want to take it over?`,
  ifNotAccepted: ({ until }: { until: string }) =>
    `If you don't accept by ${until}, it goes to the next editor. If there is none, it's deleted.`,
  wantsToHandOver: ({ from, name }: { from: ReactNode; name: ReactNode }) =>
    rich`${from} wants to hand over ${name} to you.`,
  countsTowardsStorage: 'It will then count towards your storage.',
  sharingIsOff: "Until you answer, nothing is shared. If you don't know them, choose Stop sharing.",
  keepSharing: 'Keep sharing',
  stopSharing: 'Stop sharing',
  moreQuestions: ({ n }: { n: number }) => `And ${n} more after these.`,
  accept: 'Accept',
  acceptNamed: ({ name }: { name: string }) => `Accept: ${name}`,
  decline: 'Decline',
  declineNamed: ({ name }: { name: string }) => `Decline: ${name}`,
})
