-- A trip keeps what was bought and paid when its rows leave the list. It outlives the list.
CREATE TABLE trips (
	id text COLLATE "C" PRIMARY KEY,
	list_id text COLLATE "C" REFERENCES lists (id) ON DELETE SET NULL,
	list_name text COLLATE "C" NOT NULL CHECK (length(list_name) <= 200),
	owner_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	finished_by text COLLATE "C",
	store text COLLATE "C" DEFAULT '' NOT NULL CHECK (length(store) <= 60),
	paid_minor bigint CHECK (paid_minor BETWEEN 0 AND 100000000),
	estimate_minor bigint NOT NULL CHECK (estimate_minor >= 0),
	currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
	bought_on text COLLATE "C" NOT NULL CHECK (bought_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
	item_count bigint DEFAULT 0 NOT NULL CHECK (item_count >= 0),
	stored_bytes bigint DEFAULT 0 NOT NULL CHECK (stored_bytes >= 0),
	created_at bigint NOT NULL,
	updated_at bigint NOT NULL,
	deleted_at bigint
);
CREATE INDEX trips_list ON trips (list_id, bought_on, id);
CREATE INDEX trips_owner ON trips (owner_id, bought_on, id);
CREATE INDEX trips_bytes ON trips (owner_id, deleted_at, stored_bytes);
CREATE INDEX trips_deleted ON trips (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE trip_items (
	trip_id text COLLATE "C" NOT NULL REFERENCES trips (id) ON DELETE CASCADE,
	position bigint NOT NULL CHECK (position >= 0),
	name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
	name_key text COLLATE "C" NOT NULL,
	unit text COLLATE "C" NOT NULL,
	quantity_milli bigint NOT NULL CHECK (quantity_milli BETWEEN 1 AND 1000000000),
	price_minor bigint NOT NULL CHECK (price_minor BETWEEN 0 AND 100000000),
	price_for text COLLATE "C" NOT NULL CHECK (price_for IN ('one', 'all')),
	amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
	price_guessed smallint DEFAULT 0 NOT NULL CHECK (price_guessed IN (0, 1)),
	PRIMARY KEY (trip_id, position)
);
CREATE INDEX trip_items_name ON trip_items (name_key, unit, trip_id);

ALTER TABLE receipts ALTER COLUMN list_id DROP NOT NULL;
ALTER TABLE receipts ADD COLUMN trip_id text COLLATE "C" REFERENCES trips (id) ON DELETE CASCADE;
ALTER TABLE receipts ADD CONSTRAINT receipts_one_home CHECK ((list_id IS NULL) <> (trip_id IS NULL));
DROP INDEX receipts_one_live;
CREATE UNIQUE INDEX receipts_one_live ON receipts (list_id) WHERE deleted_at IS NULL AND trip_id IS NULL;
CREATE UNIQUE INDEX receipts_one_of_trip ON receipts (trip_id) WHERE deleted_at IS NULL AND trip_id IS NOT NULL;
CREATE INDEX receipts_trip ON receipts (trip_id);

ALTER TABLE items ADD COLUMN trip_id text COLLATE "C";
ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
