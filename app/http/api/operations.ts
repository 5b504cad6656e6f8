import { accountOperations } from './accounts.ts'
import { ingredientOperations } from './ingredients.ts'
import { itemOperations } from './items.ts'
import { listOperations } from './lists.ts'
import type { Operation } from './operation.ts'
import { receiptOperations } from './receipts.ts'

/** Everything that programs can ask for; what is not here does not exist. */
export const OPERATIONS: Operation[] = [
  ...listOperations,
  ...itemOperations,
  ...ingredientOperations,
  ...receiptOperations,
  ...accountOperations,
]

export const PREFIX = '/api/v1'

interface Place {
  segments: string[]
  operations: Map<string, Operation>
}

interface Found {
  operations: Map<string, Operation>
  params: Record<string, string>
}

const places: Place[] = []
for (const operation of OPERATIONS) {
  const segments = operation.path.split('/')
  const same = places.find((place) => place.segments.join('/') === operation.path)
  const place = same ?? { segments, operations: new Map() }
  if (!same) places.push(place)
  place.operations.set(operation.method, operation)
}

/** What can be done at a path below the prefix. */
export function find(path: string): Found | undefined {
  const segments = path.split('/')
  for (const place of places) {
    const params = match(place.segments, segments)
    if (params) return { operations: place.operations, params }
  }
  return undefined
}

function match(wanted: string[], given: string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const text = given[at] ?? ''
    if (segment.startsWith('{') && text !== '') params[segment.slice(1, -1)] = decodeURIComponent(text)
    else if (segment !== text) return undefined
  }
  return params
}

/** For the Allow header: whoever can GET can ask for the headers alone. */
export function allowed({ operations }: Found): string {
  return [...operations.keys()]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
}
