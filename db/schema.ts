import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Times are UTC milliseconds, ids UUIDv7 text. The tables are STRICT and carry CHECKs: drizzle-kit
// cannot say so, therefore the generated SQL is completed by hand before it is released.

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  emailVerifiedAt: integer('email_verified_at'),
  // Of the password that somebody else chose who registered with this address; see accounts.ts.
  claimedHash: text('claimed_hash'),
  createdAt: integer('created_at').notNull(),
})

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

export const tokens = sqliteTable(
  'tokens',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['verify', 'reset'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('tokens_user').on(table.userId, table.purpose),
    index('tokens_expiry').on(table.expiresAt),
  ],
)

export const lists = sqliteTable(
  'lists',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    revision: integer('revision').notNull().default(0),
    // Of the list, its items and its receipt: what counts towards the account's storage.
    storedBytes: integer('stored_bytes').notNull().default(0),
  },
  (table) => [index('lists_owner').on(table.createdBy, table.createdAt)],
)

export const items = sqliteTable(
  'items',
  {
    id: text('id').primaryKey(),
    listId: text('list_id')
      .notNull()
      .references(() => lists.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    quantityMilli: integer('quantity_milli').notNull(),
    priceCents: integer('price_cents').notNull(),
    completed: integer('completed', { mode: 'boolean' }).notNull().default(false),
    // When the last tick was meant, not when it arrived: a late request cannot undo a newer one.
    completedAt: integer('completed_at').notNull().default(0),
    position: integer('position').notNull(),
    createdAt: integer('created_at').notNull(),
    // Grows with name, quantity and price only: a tick must not make somebody's open edit stale.
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('items_in_order').on(table.listId, table.completed, table.position, table.id)],
)

export const receipts = sqliteTable('receipts', {
  id: text('id').primaryKey(),
  listId: text('list_id')
    .notNull()
    .unique()
    .references(() => lists.id, { onDelete: 'cascade' }),
  storageKey: text('storage_key').notNull().unique(),
  contentType: text('content_type').notNull(),
  bytes: integer('bytes').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    window: integer('window').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.window] }),
    index('rate_limits_window').on(table.window),
  ],
)

/** A message, and what was typed, on the way from an action to the next page. */
export const flashes = sqliteTable(
  'flashes',
  {
    id: text('id').primaryKey(),
    body: text('body').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('flashes_expiry').on(table.expiresAt)],
)

/**
 * Mail that waits to be sent. No secret lies here: a token is made when its mail leaves. Whether
 * the address has an account is asked then, too, so that asking for mail tells nobody.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['verify', 'taken', 'reset', 'password-changed'] }).notNull(),
    email: text('email').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    // One of a kind waits for an address, however often it was asked for.
    uniqueIndex('outbox_once').on(table.email, table.kind),
    index('outbox_due').on(table.nextAttemptAt),
  ],
)

/** What scripts sign in with: made by a person, known here only by its hash. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('api_tokens_user').on(table.userId, table.createdAt)],
)

/** What came of a request that carried an Idempotency-Key, for when it is sent again. */
export const outcomes = sqliteTable(
  'outcomes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    request: text('request').notNull(),
    result: text('result').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('outcomes_age').on(table.createdAt), index('outcomes_user').on(table.userId)],
)

/** What the operator's commands have set, for the server to read while it runs. */
export const settings = sqliteTable('settings', {
  key: text('key', { enum: ['registration'] }).primaryKey(),
  value: text('value').notNull(),
})
