import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema.ts'

// Columns of db/schema.ts with a list of values, such as units. The databases know most of these lists by a CHECK.

/** A valid row of each table with such a column. Foreign keys are off. */
const ROWS: Record<string, Record<string, string | number>> = {
  changes: { id: 'c', list_id: 'l', kind: 'tick', list_revision: 1, created_at: 1 },
  companions: { user_id: 'u', other_id: 'o', role: 'editor' },
  invites: {
    hash: 'h'.repeat(64),
    id: 'i',
    list_id: 'l',
    role: 'editor',
    created_by: 'u',
    expires_at: 1,
    created_at: 1,
  },
  items: {
    id: 'i',
    list_id: 'l',
    name: 'Milk',
    quantity_milli: 1,
    price_cents: 1,
    position: 1,
    created_at: 1,
    updated_at: 1,
  },
  list_links: { id: 'i', list_id: 'l', token_hash: 'h'.repeat(64), role: 'editor', label: '', created_at: 1 },
  list_members: { list_id: 'l', user_id: 'u', role: 'editor', created_at: 1 },
  goods: {
    list_id: 'l',
    name_key: 'milk',
    unit: '',
    name: 'Milk',
    quantity_milli: 1,
    times: 1,
    last_on: '2026-11-29',
  },
  list_views: { list_id: 'l', user_id: 'u', view: 'added' },
  memories: { user_id: 'u', name_key: 'milk', unit: '', name: 'Milk', uses: 1, last_used_at: 1 },
  outbox: { id: 'o', kind: 'verify', email: 'ada@example.org', next_attempt_at: 1, created_at: 1 },
  settings: { key: 'registration', value: 'open' },
  trip_items: {
    trip_id: 't',
    position: 0,
    name: 'Milk',
    name_key: 'milk',
    unit: '',
    quantity_milli: 1,
    price_minor: 1,
    price_for: 'one',
    amount_minor: 1,
  },
  tokens: { hash: 'h', purpose: 'verify', user_id: 'u', expires_at: 1 },
}

interface ListedValue {
  column: string
  value: string
  /** Stores the value in a new row. */
  insert: string
  /** Removes that row. */
  clear: string
}

export function listedValues(): ListedValue[] {
  return Object.values(schema)
    .filter((exported) => is(exported, SQLiteTable))
    .flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.flatMap((column) =>
        (column.enumValues ?? []).map((value: string) => ({
          column: `${name}.${column.name}`,
          value,
          insert: insertInto(name, { ...rowOf(name), [column.name]: value }),
          clear: `DELETE FROM ${name}`,
        })),
      )
    })
}

function rowOf(table: string) {
  const row = ROWS[table]
  if (!row)
    throw new Error(
      `${table} has a column with a list of values: add a valid row to tests/support/listedValues.ts`,
    )
  return row
}

function insertInto(table: string, row: Record<string, string | number>): string {
  const values = Object.values(row).map((value) => (typeof value === 'number' ? value : `'${value}'`))
  return `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${values})`
}

export const notInDatabase = ({ column, value }: ListedValue, migrations: string) =>
  `${column} cannot be '${value}': add it to the CHECK in a new migration in ${migrations} (CONTRIBUTING.md, "Change the database")`
