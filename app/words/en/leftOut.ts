import { room } from '../room.ts'

/** Why a line of a pasted list is not ticked. */
export const leftOut = room('leftOut', {
  ticked: 'Ticked already',
  heading: 'Heading',
  link: 'Link',
  facts: 'Servings, time or the like',
  step: 'Step',
  message: 'Message without an item',
  empty: 'No text',
})
