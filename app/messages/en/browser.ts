import type { Role } from '#app/domain/access/rights.ts'

// A file of its own: the browser needs these texts, and the catalogue is large.

export const OFFLINE = "Can't reach the server. Check your connection and try again."

export const RECIPE_FAILED = 'Something went wrong, and nothing was added. Try again.'

export const UPLOAD_FAILED = "The photo couldn't be uploaded. Try again."

export const photoTooLarge = (maxBytes: number) =>
  `This photo is too large: the limit is ${maxBytes / 1024 / 1024} MB. Choose a smaller one.`

const EDITS = 'You can change this list now.'
const READS = 'You can only view this list now.'

export const ROLE_NEWS: Record<Role, string> = {
  owner: 'This list is yours now.',
  editor: EDITS,
  'link-editor': EDITS,
  viewer: READS,
  'link-viewer': READS,
}
