-- Units, what a price is for, and what people often buy.
ALTER TABLE items ADD COLUMN unit text COLLATE "C" DEFAULT '' NOT NULL CHECK (unit IN ('', 'kg', 'l', 'lb', 'oz', 'pack', 'can', 'bottle', 'jar', 'tub', 'bag', 'box', 'bunch', 'cup'));
ALTER TABLE items ADD COLUMN price_for text COLLATE "C" DEFAULT 'one' NOT NULL CHECK (price_for IN ('one', 'all'));
ALTER TABLE items ADD COLUMN price_remembered smallint DEFAULT 0 NOT NULL CHECK (price_remembered IN (0, 1));

CREATE TABLE memories (
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	name_key text COLLATE "C" NOT NULL CHECK (length(name_key) BETWEEN 1 AND 600),
	unit text COLLATE "C" NOT NULL CHECK (unit IN ('', 'kg', 'l', 'lb', 'oz', 'pack', 'can', 'bottle', 'jar', 'tub', 'bag', 'box', 'bunch', 'cup')),
	name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
	uses bigint NOT NULL CHECK (uses > 0),
	last_used_at bigint NOT NULL,
	price_cents bigint CHECK (price_cents BETWEEN 0 AND 100000000),
	price_for text COLLATE "C" CHECK (price_for IN ('one', 'all')),
	price_quantity_milli bigint CHECK (price_quantity_milli BETWEEN 1 AND 1000000000),
	PRIMARY KEY (user_id, name_key, unit)
);
CREATE INDEX memories_often ON memories (user_id, uses, last_used_at);
