import type * as english from '../en/screens.ts'
import type { Shapes } from '../room.ts'
import { actNames } from './actNames.ts'
import { basics } from './basics.ts'
import { browser } from './browser.ts'
import { common } from './common.ts'
import { copyField } from './copyField.ts'
import { errorPages } from './errorPages.ts'
import { keys } from './keys.ts'
import { list } from './list.ts'
import { lists } from './lists.ts'
import { newRows } from './newRows.ts'
import { offline } from './offline.ts'
import { photo } from './photo.ts'
import { receipts } from './receipts.ts'
import { signatures } from './signatures.ts'
import { sums } from './sums.ts'
import { units } from './units.ts'
import { waitingChanges } from './waitingChanges.ts'

export const screens = {
  actNames,
  basics,
  browser,
  common,
  copyField,
  errorPages,
  keys,
  list,
  lists,
  newRows,
  offline,
  photo,
  receipts,
  signatures,
  sums,
  units,
  waitingChanges,
} satisfies Shapes<typeof english>
