import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { UNITS } from './itemUnits.ts'
import { VIEWS } from './views.ts'

// Times are UTC milliseconds, ids UUIDv7 text. The tables are STRICT and have CHECK constraints. drizzle-kit
// cannot generate those: add them to the migration by hand before its release.

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  // What its owner wants instead, until they open the link sent there: see changeEmail.ts.
  newEmail: text('new_email').unique(),
  newEmailAt: integer('new_email_at'),
  passwordHash: text('password_hash').notNull(),
  // When the person who chose the password, or set a new one with a link, has shown that the email is theirs.
  emailVerifiedAt: integer('email_verified_at'),
  // Tells the browser that registered the account, until the email is confirmed: see verifyEmail.ts.
  registrationHash: text('registration_hash'),
  showsSeen: integer('shows_seen', { mode: 'boolean' }).notNull().default(true),
  // Empty where the browser decides.
  language: text('language').notNull().default(''),
  formats: text('formats').notNull().default(''),
  /** For new lists. */
  currency: text('currency').notNull().default(''),
  timeZone: text('time_zone').notNull().default(''),
  // When the operator turned the account off. Nothing in it is lost.
  disabledAt: integer('disabled_at'),
  createdAt: integer('created_at').notNull(),
})

const ofUser = <Name extends string>(name: Name) =>
  text(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id'),
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
    purpose: text('purpose', { enum: ['verify', 'reset', 'email'] }).notNull(),
    userId: ofUser('user_id'),
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
    currency: text('currency').notNull().default('USD'),
    createdBy: ofUser('created_by'),
    createdAt: integer('created_at').notNull(),
    changedAt: integer('changed_at').notNull().default(0),
    revision: integer('revision').notNull().default(0),
    // Bytes of the list, its items and its receipt, counted towards the account's storage limit.
    storedBytes: integer('stored_bytes').notNull().default(0),
    // Bytes of its deleted items and receipts and of its changes: the oldest go when there is too much.
    historyBytes: integer('history_bytes').notNull().default(0),
    // Bytes of its operations, which can't make room for anything else.
    operationBytes: integer('operation_bytes').notNull().default(0),
    deletedAt: integer('deleted_at'),
    // Who may become its owner. If that is already `createdBy`, the owner deleted their account, and nobody has
    // accepted the list yet.
    offeredTo: text('offered_to').references(() => users.id, { onDelete: 'set null' }),
    offeredAt: integer('offered_at'),
  },
  (table) => [
    index('lists_owner').on(table.createdBy, table.changedAt, table.id).where(sql`deleted_at IS NULL`),
    index('lists_deleted').on(table.createdBy, table.deletedAt),
    index('lists_offered').on(table.offeredTo).where(sql`offered_to IS NOT NULL`),
  ],
)

const ofList = () =>
  text('list_id')
    .notNull()
    .references(() => lists.id, { onDelete: 'cascade' })

export const items = sqliteTable(
  'items',
  {
    id: text('id').primaryKey(),
    listId: ofList(),
    name: text('name').notNull(),
    // One line: 'the blue pack'. Empty for none.
    note: text('note').notNull().default(''),
    quantityMilli: integer('quantity_milli').notNull(),
    unit: text('unit', { enum: UNITS }).notNull().default(''),
    // In the smallest unit of the list's currency.
    priceCents: integer('price_cents').notNull(),
    priceFor: text('price_for', { enum: ['one', 'all'] })
      .notNull()
      .default('one'),
    priceGuessed: integer('price_guessed', { mode: 'boolean' }).notNull().default(false),
    priceRemembered: integer('price_remembered', { mode: 'boolean' }).notNull().default(false),
    completed: integer('completed', { mode: 'boolean' }).notNull().default(false),
    // The time of the tick in the browser, so that a late request cannot undo a newer one.
    completedAt: integer('completed_at').notNull().default(0),
    position: integer('position').notNull(),
    createdAt: integer('created_at').notNull(),
    // Changes with name, quantity, price and its confirmation only: a tick must not make an open edit form stale.
    updatedAt: integer('updated_at').notNull(),
    // Without references, which would need an index each: the account may be gone.
    addedBy: text('added_by'),
    completedBy: text('completed_by'),
    guestName: text('guest_name'),
    completedGuest: text('completed_guest'),
    // With what it left the list, if it was bought on a trip.
    tripId: text('trip_id'),
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    index('items_in_order')
      .on(table.listId, table.completed, table.position, table.id)
      .where(sql`deleted_at IS NULL`),
    index('items_deleted').on(table.listId, table.deletedAt),
  ],
)

export const receipts = sqliteTable(
  'receipts',
  {
    id: text('id').primaryKey(),
    // It belongs to a list or to a trip: trips outlive their list.
    listId: text('list_id').references(() => lists.id, { onDelete: 'cascade' }),
    tripId: text('trip_id').references(() => trips.id, { onDelete: 'cascade' }),
    storageKey: text('storage_key').notNull().unique(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    uniqueIndex('receipts_one_live').on(table.listId).where(sql`deleted_at IS NULL AND trip_id IS NULL`),
    uniqueIndex('receipts_one_of_trip')
      .on(table.tripId)
      .where(sql`deleted_at IS NULL AND trip_id IS NOT NULL`),
    index('receipts_deleted').on(table.listId, table.deletedAt),
    index('receipts_trip').on(table.tripId),
  ],
)

/** What was bought at once, and what it cost. Dates are days in the time zone of the person who typed them, as YYYY-MM-DD. */
export const trips = sqliteTable(
  'trips',
  {
    id: text('id').primaryKey(),
    // Null for a purchase that was on no list, and once the list is gone.
    listId: text('list_id').references(() => lists.id, { onDelete: 'set null' }),
    listName: text('list_name').notNull(),
    // The list's owner. It goes along when the list is handed over.
    ownerId: ofUser('owner_id'),
    // Without a reference: the account may be gone.
    finishedBy: text('finished_by'),
    store: text('store').notNull().default(''),
    // In the currency's smallest unit. Null if nobody knows.
    paidMinor: integer('paid_minor'),
    estimateMinor: integer('estimate_minor').notNull(),
    currency: text('currency').notNull(),
    boughtOn: text('bought_on').notNull(),
    itemCount: integer('item_count').notNull().default(0),
    // Of it, its lines and its photo, counted towards its owner's storage limit.
    storedBytes: integer('stored_bytes').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    index('trips_list').on(table.listId, table.boughtOn, table.id),
    index('trips_owner').on(table.ownerId, table.boughtOn, table.id),
    index('trips_bytes').on(table.ownerId, table.deletedAt, table.storedBytes),
    index('trips_deleted').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
)

/** What a list usually has. It belongs to the list, so that people who join see what the household buys. */
export const goods = sqliteTable(
  'goods',
  {
    listId: ofList(),
    nameKey: text('name_key').notNull(),
    unit: text('unit', { enum: UNITS }).notNull(),
    name: text('name').notNull(),
    note: text('note').notNull().default(''),
    quantityMilli: integer('quantity_milli').notNull(),
    // On how many days.
    times: integer('times').notNull(),
    lastOn: text('last_on').notNull(),
    // A moving average. Null if it was bought once.
    gapDays: real('gap_days'),
  },
  (table) => [primaryKey({ columns: [table.listId, table.nameKey, table.unit] })],
)

/** Where people meet its things in the shop: learned when a trip ends, or moved by hand. Without a row, as in most shops. */
export const aisles = sqliteTable(
  'aisles',
  {
    listId: ofList(),
    category: text('category').notNull(),
    // From 0, the first thing of a trip, to 1, the last one. If it is pinned: its place among all categories.
    position: real('position').notNull(),
    trips: integer('trips').notNull(),
    pinned: integer('pinned', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.category] })],
)

/** What somebody has set for a name. Others have what the vocabulary says. */
export const categories = sqliteTable(
  'categories',
  {
    listId: ofList(),
    nameKey: text('name_key').notNull(),
    category: text('category').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.nameKey] })],
)

/** How somebody looks at a list, once they have chosen. */
export const listViews = sqliteTable(
  'list_views',
  {
    listId: ofList(),
    userId: ofUser('user_id'),
    view: text('view', { enum: VIEWS }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.userId] }),
    index('list_views_user').on(table.userId),
  ],
)

/** As the rows were when they left the list. */
export const tripItems = sqliteTable(
  'trip_items',
  {
    tripId: text('trip_id')
      .notNull()
      .references(() => trips.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    unit: text('unit', { enum: UNITS }).notNull(),
    quantityMilli: integer('quantity_milli').notNull(),
    priceMinor: integer('price_minor').notNull(),
    priceFor: text('price_for', { enum: ['one', 'all'] }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    priceGuessed: integer('price_guessed', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.tripId, table.position] }),
    index('trip_items_name').on(table.nameKey, table.unit, table.tripId),
  ],
)

export const changes = sqliteTable(
  'changes',
  {
    id: text('id').primaryKey(),
    listId: ofList(),
    actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
    // Instead, for people without an account: the link they used, and the name they gave.
    linkId: text('link_id'),
    guestName: text('guest_name'),
    // Tells guests' browsers apart: people with the same link can't undo each other's changes.
    guestKey: text('guest_key'),
    // The database takes any: a new kind needs no migration.
    kind: text('kind', {
      enum: [
        'tick',
        'edit',
        'add',
        'delete',
        'clear',
        'ai',
        'share',
        'receipt',
        'list',
        'finish',
        'trip',
        'move',
        'usual',
        'order',
      ],
    }).notNull(),
    listRevision: integer('list_revision').notNull(),
    // What a move did to the other list. Undoing one of them undoes both.
    pairId: text('pair_id'),
    // What it touched, so that a page of changes need not read every effect of each.
    itemCount: integer('item_count').notNull().default(0),
    firstItemId: text('first_item_id'),
    createdAt: integer('created_at').notNull(),
    undoneAt: integer('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    index('changes_list').on(table.listId, table.listRevision),
    index('changes_actor').on(table.actorId, table.createdAt),
  ],
)

/** The changed fields as JSON; `before` is null for a new item. The id can also be that of the list or a receipt. */
export const changeItems = sqliteTable(
  'change_items',
  {
    changeId: text('change_id')
      .notNull()
      .references(() => changes.id, { onDelete: 'cascade' }),
    itemId: text('item_id').notNull(),
    before: text('before'),
    after: text('after'),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.itemId] })],
)

export const listMembers = sqliteTable(
  'list_members',
  {
    listId: ofList(),
    userId: ofUser('user_id'),
    role: text('role', { enum: ['editor', 'viewer'] }).notNull(),
    addedBy: text('added_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.userId] }),
    index('list_members_user').on(table.userId, table.listId),
    index('list_members_added_by').on(table.addedBy),
  ],
)

/** Addresses that open a list without an account. The token is derived from the id: see linkKey.server.ts. */
export const listLinks = sqliteTable(
  'list_links',
  {
    id: text('id').primaryKey(),
    listId: ofList(),
    tokenHash: text('token_hash').notNull().unique(),
    role: text('role', { enum: ['editor', 'viewer'] }).notNull(),
    label: text('label').notNull(),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('list_links_list').on(table.listId, table.createdAt)],
)

/** Addresses that make one person with an account a member. The token is derived from the id: see linkKey.server.ts. */
export const invites = sqliteTable(
  'invites',
  {
    hash: text('hash').primaryKey(),
    id: text('id').notNull().unique(),
    listId: ofList(),
    role: text('role', { enum: ['editor', 'viewer'] }).notNull(),
    createdBy: ofUser('created_by'),
    expiresAt: integer('expires_at').notNull(),
    usedBy: text('used_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer('created_at').notNull(),
    allLists: integer('all_lists', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('invites_list').on(table.listId, table.createdAt),
    index('invites_creator').on(table.createdBy),
    index('invites_user').on(table.usedBy),
    index('invites_expiry').on(table.expiresAt),
  ],
)

/** With whom a person always shares new lists, once the other one accepted that. */
export const companions = sqliteTable(
  'companions',
  {
    userId: ofUser('user_id'),
    otherId: ofUser('other_id'),
    role: text('role', { enum: ['editor', 'viewer'] }).notNull(),
    acceptedAt: integer('accepted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId] }),
    index('companions_other').on(table.otherId),
  ],
)

/** What an account shared before a reset: see pausedSharing.ts. */
export const pausedSharing = sqliteTable('paused_sharing', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** As JSON. */
  snapshot: text('snapshot').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const listSeen = sqliteTable(
  'list_seen',
  {
    listId: ofList(),
    // The id of a user or of a link.
    readerId: text('reader_id').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    linkId: text('link_id').references(() => listLinks.id, { onDelete: 'cascade' }),
    guestName: text('guest_name'),
    revision: integer('revision').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.readerId] }),
    index('list_seen_user').on(table.userId),
    index('list_seen_link').on(table.linkId),
  ],
)

export const memories = sqliteTable(
  'memories',
  {
    userId: ofUser('user_id'),
    // 'Apple', 'apple' and 'apples' have the same.
    nameKey: text('name_key').notNull(),
    // The name in lower case, as people look for it. Empty until memories from before plurals have their new key.
    spelling: text('spelling').notNull().default(''),
    unit: text('unit', { enum: UNITS }).notNull(),
    name: text('name').notNull(),
    uses: integer('uses').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    priceCents: integer('price_cents'),
    currency: text('currency').notNull().default('USD'),
    priceFor: text('price_for', { enum: ['one', 'all'] }),
    // For a price for all: how much that was.
    priceQuantityMilli: integer('price_quantity_milli'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.nameKey, table.unit] }),
    index('memories_often').on(table.userId, table.uses, table.lastUsedAt),
  ],
)

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

export const flashes = sqliteTable(
  'flashes',
  {
    id: text('id').primaryKey(),
    body: text('body').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('flashes_expiry').on(table.expiresAt)],
)

/** Without secrets: tokens are created when the mail is sent, and the account is looked up only then. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind', {
      enum: ['verify', 'taken', 'reset', 'password-changed', 'new-email', 'email-changed'],
    }).notNull(),
    email: text('email').notNull(),
    /** What the person who caused the mail reads. An account's own language comes first. */
    language: text('language').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('outbox_once').on(table.email, table.kind),
    index('outbox_due').on(table.nextAttemptAt),
  ],
)

export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id'),
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('api_tokens_user').on(table.userId, table.createdAt)],
)

export const operations = sqliteTable(
  'operations',
  {
    // The hash of the actor and of what makes it the same operation.
    id: text('id').primaryKey(),
    // Programs and forms with an account get the same answer again.
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    // Null if it added a list.
    listId: text('list_id').references(() => lists.id, { onDelete: 'cascade' }),
    // The hash of the input, if the answer is kept.
    request: text('request'),
    answer: text('answer'),
    changeId: text('change_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('operations_age').on(table.createdAt),
    index('operations_list').on(table.listId),
    index('operations_user').on(table.userId).where(sql`user_id IS NOT NULL`),
  ],
)

export const settings = sqliteTable('settings', {
  key: text('key', { enum: ['registration', 'link-key', 'memories-seeded', 'goods-seeded'] }).primaryKey(),
  value: text('value').notNull(),
})
