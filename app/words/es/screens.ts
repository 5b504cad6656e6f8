import type * as english from '../en/screens.ts'
import type { Shapes } from '../room.ts'
import { account } from './account.ts'
import { actNames } from './actNames.ts'
import { addLines } from './addLines.ts'
import { basics } from './basics.ts'
import { browser } from './browser.ts'
import { chat } from './chat.ts'
import { common } from './common.ts'
import { copyField } from './copyField.ts'
import { currency } from './currency.ts'
import { errorPages } from './errorPages.ts'
import { keys } from './keys.ts'
import { landing } from './landing.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { lists } from './lists.ts'
import { offline } from './offline.ts'
import { offlinePage } from './offlinePage.ts'
import { photo } from './photo.ts'
import { prices } from './prices.ts'
import { receipts } from './receipts.ts'
import { recent } from './recent.ts'
import { remembered } from './remembered.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { signatures } from './signatures.ts'
import { sums } from './sums.ts'
import { units } from './units.ts'
import { waitingChanges } from './waitingChanges.ts'

export const screens = {
  account,
  actNames,
  addLines,
  basics,
  browser,
  chat,
  common,
  copyField,
  currency,
  errorPages,
  keys,
  landing,
  list,
  lists,
  offline,
  offlinePage,
  photo,
  receipts,
  recent,
  remembered,
  settings,
  sharing,
  signatures,
  sums,
  units,
  waitingChanges,
  limits,
  prices,
} satisfies Shapes<typeof english>
