// The rooms that the service worker needs, for pages it paints itself.

export { basics } from './basics.ts'
export { common } from './common.ts'
export { list } from './list.ts'
export { lists } from './lists.ts'
export { offline } from './offline.ts'
export { offlinePage } from './offlinePage.ts'
export { signatures } from './signatures.ts'
export { sums } from './sums.ts'
export { units } from './units.ts'
