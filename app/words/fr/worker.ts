import type * as english from '../en/worker.ts'
import type { Shapes } from '../room.ts'
import { basics } from './basics.ts'
import { common } from './common.ts'
import { list } from './list.ts'
import { lists } from './lists.ts'
import { offline } from './offline.ts'
import { offlinePage } from './offlinePage.ts'
import { signatures } from './signatures.ts'
import { sums } from './sums.ts'
import { units } from './units.ts'

export const worker = {
  basics,
  common,
  list,
  lists,
  offline,
  offlinePage,
  signatures,
  sums,
  units,
} satisfies Shapes<typeof english>
