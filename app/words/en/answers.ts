// The rooms that only the server needs.

export { acts } from './acts.ts'
export { errors } from './errors.ts'
export { history } from './history.ts'
export { leftOut } from './leftOut.ts'
export { mails } from './mails.ts'
export { memories } from './memories.ts'
export { notices } from './notices.ts'
export { quickAdded } from './quickAdded.ts'
export { sharingNotices } from './sharingNotices.ts'
export { spending } from './spending.ts'
export { spendingLabels } from './spendingLabels.ts'
export { trips } from './trips.ts'
