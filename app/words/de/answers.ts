import type * as english from '../en/answers.ts'
import type { Shapes } from '../room.ts'
import { acts } from './acts.ts'
import { aisles } from './aisles.ts'
import { categories } from './categories.ts'
import { errors } from './errors.ts'
import { history } from './history.ts'
import { leftOut } from './leftOut.ts'
import { mails } from './mails.ts'
import { memories } from './memories.ts'
import { notices } from './notices.ts'
import { quickAdded } from './quickAdded.ts'
import { sharingNotices } from './sharingNotices.ts'
import { spending } from './spending.ts'
import { spendingLabels } from './spendingLabels.ts'
import { trips } from './trips.ts'

export const answers = {
  acts,
  aisles,
  categories,
  errors,
  history,
  leftOut,
  mails,
  memories,
  notices,
  quickAdded,
  sharingNotices,
  spending,
  spendingLabels,
  trips,
} satisfies Shapes<typeof english>
