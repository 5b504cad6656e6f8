import type { Storage } from '#app/ports/storage/storage.ts'
import { inspectCopy } from '#db/sqlite/copy.ts'
import { newestMigration } from '#db/sqlite/migrate.ts'
import { openUntrusted, originOf } from '#db/sqlite/origin.ts'

/** How the schema differs from the one Larder created. A backup of such a database can't be restored. */
export function schemaChange(file: string): string | undefined {
  const origin = originOf(file)
  return origin.madeBy === 'another program' ? origin.reason : undefined
}

export async function checkData(file: string, storage: Storage) {
  const contents = inspectCopy(file)
  const sizes = receiptSizes(file)
  const damaged: string[] = []
  // Left by interrupted uploads. The server deletes them once a day.
  let unused = 0
  for await (const { key, bytes } of storage.list()) {
    const expected = sizes.get(key)
    if (!sizes.delete(key)) unused += 1
    else if (bytes !== expected) damaged.push(key)
  }
  const missing = stillReferenced(file, [...sizes.keys()])
  const schema = schemaAge(contents.schema)
  return { contents, schema, missing, damaged, unused, change: schemaChange(file) }
}

function receiptSizes(file: string): Map<string, number> {
  const connection = openUntrusted(file)
  try {
    const receipts = connection.prepare<[], [string, number]>('SELECT storage_key, bytes FROM receipts').raw()
    return new Map(receipts.all())
  } finally {
    connection.close()
  }
}

export function schemaAge(schema: number): 'newer' | 'older' | 'current' {
  const newest = newestMigration()
  if (schema > newest) return 'newer'
  return schema < newest ? 'older' : 'current'
}

/** Receipts that were replaced or deleted during the check are not missing. */
function stillReferenced(file: string, keys: string[]): string[] {
  if (keys.length === 0) return []
  const connection = openUntrusted(file)
  try {
    const receipt = connection.prepare('SELECT 1 FROM receipts WHERE storage_key = ?')
    return keys.filter((key) => receipt.get(key))
  } finally {
    connection.close()
  }
}
