import { room } from '../room.ts'

const EDITS = 'You can change this list now.'
const READS = 'You can only view this list now.'

/** Said by the page itself. */
export const browser = room('browser', {
  unreachable: "Can't reach the server. Check your connection and try again.",
  failed: 'Something went wrong. Try again.',
  notSentYet: ({ act }: { act: string }) => `Not sent yet: ${act}`,
  tooOld: ({ age }: { age: string }) => `This change is more than ${age} old. It may have been saved then.`,

  // A list that others have open
  itemCreated: 'item created',
  // By role
  owner: 'This list is yours now.',
  editor: EDITS,
  'link-editor': EDITS,
  viewer: READS,
  'link-viewer': READS,
})
