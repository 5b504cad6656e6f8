import type { Db } from './database.ts'

/** Once per connection: for short queries, drizzle needs longer to build the SQL than SQLite to run it. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>()
  return (db) => {
    const known = queries.get(db)
    if (known) return known
    const query = build(db)
    queries.set(db, query)
    return query
  }
}
