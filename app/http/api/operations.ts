import { accountOperations } from './accounts.ts'
import { changeOperations } from './changes.ts'
import { itemOperations } from './items.ts'
import { listOperations } from './lists.ts'
import type { Operation } from './operation.ts'
import { receiptOperations } from './receipts.ts'
import { sharingOperations } from './sharing.ts'

/** The whole API: routing, validation and the OpenAPI description are made from this table. */
export const OPERATIONS: Operation[] = [
  ...listOperations,
  ...itemOperations,
  ...receiptOperations,
  ...changeOperations,
  ...sharingOperations,
  ...accountOperations,
]

export const PREFIX = '/api/v1'
