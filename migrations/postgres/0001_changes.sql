ALTER TABLE lists ADD COLUMN history_bytes bigint DEFAULT 0 NOT NULL;
ALTER TABLE lists ADD COLUMN deleted_at bigint;
DROP INDEX lists_owner;
CREATE INDEX lists_owner ON lists (created_by, created_at) WHERE deleted_at IS NULL;
CREATE INDEX lists_deleted ON lists (created_by, deleted_at);

ALTER TABLE items ADD COLUMN deleted_at bigint;
DROP INDEX items_in_order;
CREATE INDEX items_in_order ON items (list_id, position, id) WHERE deleted_at IS NULL;
CREATE INDEX items_deleted ON items (list_id, deleted_at);

ALTER TABLE receipts ADD COLUMN deleted_at bigint;
DROP INDEX receipts_list_id_unique;
CREATE UNIQUE INDEX receipts_one_live ON receipts (list_id) WHERE deleted_at IS NULL;
CREATE INDEX receipts_deleted ON receipts (list_id, deleted_at);

CREATE TABLE changes (
	id text COLLATE "C" PRIMARY KEY,
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	actor_id text COLLATE "C" REFERENCES users (id) ON DELETE SET NULL,
	kind text COLLATE "C" NOT NULL
		CHECK (kind IN ('tick', 'edit', 'add', 'delete', 'clear', 'ai', 'share', 'receipt', 'list')),
	list_revision bigint NOT NULL,
	created_at bigint NOT NULL,
	undone_at bigint,
	undone_by text COLLATE "C"
);
CREATE INDEX changes_list ON changes (list_id, list_revision);
CREATE INDEX changes_actor ON changes (actor_id, created_at);

CREATE TABLE change_items (
	change_id text COLLATE "C" NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
	item_id text COLLATE "C" NOT NULL,
	before text COLLATE "C" CHECK (before IS NULL OR before::json IS NOT NULL),
	after text COLLATE "C" CHECK (after IS NULL OR after::json IS NOT NULL),
	PRIMARY KEY (change_id, item_id)
);

CREATE TABLE tombstones (
	id text COLLATE "C" PRIMARY KEY,
	purged_at bigint NOT NULL
);
CREATE INDEX tombstones_age ON tombstones (purged_at);
