import type { Db } from './client.ts'

/**
 * Writes a query's SQL once for each connection instead of every time: for a short query drizzle
 * takes longer to write it than SQLite to answer it.
 */
export function prepared<Query>(write: (db: Db) => Query): (db: Db) => Query {
  const written = new WeakMap<Db, Query>()
  return (db) => {
    const known = written.get(db)
    if (known) return known
    const query = write(db)
    written.set(db, query)
    return query
  }
}
