import type { Storage } from '#app/ports/storage/storage.ts'
import { type Contents, inspectCopy, needsNewerLarder } from '#db/copy.ts'
import { newestMigration } from '#db/migrate.ts'
import { openUntrusted, originOf } from '#db/origin.ts'

export interface Findings {
  contents: Contents
  /** Which schema it has, beside the one this program knows. */
  schema: 'current' | 'older' | 'newer'
  /** Receipts whose files are not there. */
  missing: string[]
  /** Files that no receipt names: what an interrupted upload left, swept once a day. */
  unnamed: number
  /** What others changed in its schema. */
  changed: string | undefined
}

/** What others changed in the schema of a database; a backup of it cannot be restored. */
export function changedByOthers(file: string): string | undefined {
  const origin = originOf(file)
  return origin.madeBy === 'another program' ? origin.reason : undefined
}

/** Reads the database from end to end, as it is at this moment, and looks for the receipts' files. */
export async function examine(file: string, storage: Storage): Promise<Findings> {
  const contents = inspectCopy(file)
  const wanted = new Set(contents.keys)
  let unnamed = 0
  for await (const { key } of storage.list()) if (!wanted.delete(key)) unnamed += 1
  const schema = needsNewerLarder(contents.schema)
    ? 'newer'
    : contents.schema < newestMigration()
      ? 'older'
      : 'current'
  return { contents, schema, missing: stillNamed(file, [...wanted]), unnamed, changed: changedByOthers(file) }
}

/** What was replaced or deleted while we looked is not missing. */
function stillNamed(file: string, keys: string[]): string[] {
  if (keys.length === 0) return []
  const connection = openUntrusted(file)
  try {
    const named = connection.prepare('SELECT 1 FROM receipts WHERE storage_key = ?')
    return keys.filter((key) => named.get(key))
  } finally {
    connection.close()
  }
}
