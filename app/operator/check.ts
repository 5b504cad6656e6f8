import type { Storage } from '#app/ports/storage/storage.ts'
import { type Contents, inspectCopy, needsNewerLarder } from '#db/sqlite/copy.ts'
import { newestMigration } from '#db/sqlite/migrate.ts'
import { openUntrusted, originOf } from '#db/sqlite/origin.ts'

export interface Findings {
  contents: Contents
  schema: 'current' | 'older' | 'newer'
  missing: string[]
  /** The number of files without a receipt, left by interrupted uploads. The server deletes them once a day. */
  unused: number
  change: string | undefined
}

/** How the schema differs from the one Larder created. A backup of such a database can't be restored. */
export function schemaChange(file: string): string | undefined {
  const origin = originOf(file)
  return origin.madeBy === 'another program' ? origin.reason : undefined
}

/** Reads the database from end to end, as it is at this moment, and looks for the receipts' files. */
export async function checkData(file: string, storage: Storage): Promise<Findings> {
  const contents = inspectCopy(file)
  const withoutFile = new Set(contents.keys)
  let unused = 0
  for await (const { key } of storage.list()) if (!withoutFile.delete(key)) unused += 1
  const schema = needsNewerLarder(contents.schema)
    ? 'newer'
    : contents.schema < newestMigration()
      ? 'older'
      : 'current'
  return {
    contents,
    schema,
    missing: stillReferenced(file, [...withoutFile]),
    unused,
    change: schemaChange(file),
  }
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
