import { accountEndpoints } from './accounts.ts'
import { aisleEndpoints } from './aisles.ts'
import { changeEndpoints } from './changes.ts'
import { itemEndpoints } from './items.ts'
import { listEndpoints } from './lists.ts'
import { offerEndpoints } from './offers.ts'
import { pausedSharingEndpoints } from './pausedSharing.ts'
import { receiptEndpoints } from './receipts.ts'
import { sharingEndpoints } from './sharing.ts'
import { tripEndpoints } from './trips.ts'
import { usualEndpoints } from './usual.ts'

const GROUPS = {
  Lists: [...listEndpoints, ...usualEndpoints, ...aisleEndpoints],
  Items: itemEndpoints,
  Receipts: receiptEndpoints,
  Trips: tripEndpoints,
  Changes: changeEndpoints,
  Sharing: [...sharingEndpoints, ...offerEndpoints, ...pausedSharingEndpoints],
  Account: accountEndpoints,
}

export const ENDPOINTS = Object.entries(GROUPS).flatMap(([tag, endpoints]) =>
  endpoints.map((endpoint) => ({ ...endpoint, tag })),
)

export const PREFIX = '/api/v1'
