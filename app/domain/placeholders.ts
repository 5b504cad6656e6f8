import { type Placeholder, type SQL, sql } from 'drizzle-orm'

export function placeholders<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as {
    [N in Name]: Placeholder<N>
  }
}

/** For a prepared update, whose types take no placeholder. */
export function placeholdersInSet<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as Record<Name, SQL>
}
