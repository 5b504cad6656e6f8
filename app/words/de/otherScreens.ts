import type * as english from '../en/otherScreens.ts'
import type { Shapes } from '../room.ts'
import { account } from './account.ts'
import { addLines } from './addLines.ts'
import { chat } from './chat.ts'
import { currency } from './currency.ts'
import { finish } from './finish.ts'
import { landing } from './landing.ts'
import { limits } from './limits.ts'
import { move } from './move.ts'
import { prices } from './prices.ts'
import { recent } from './recent.ts'
import { remembered } from './remembered.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { usual } from './usual.ts'

export const screens = {
  account,
  addLines,
  chat,
  currency,
  finish,
  landing,
  limits,
  move,
  prices,
  recent,
  remembered,
  settings,
  sharing,
  usual,
} satisfies Shapes<typeof english>
