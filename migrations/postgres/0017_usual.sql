CREATE TABLE goods (
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	name_key text COLLATE "C" NOT NULL,
	unit text COLLATE "C" NOT NULL,
	name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
	note text COLLATE "C" DEFAULT '' NOT NULL CHECK (length(note) <= 200),
	quantity_milli bigint NOT NULL CHECK (quantity_milli BETWEEN 1 AND 1000000000),
	times bigint NOT NULL CHECK (times >= 1),
	last_on text COLLATE "C" NOT NULL CHECK (last_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
	gap_days double precision CHECK (gap_days > 0),
	PRIMARY KEY (list_id, name_key, unit)
);

ALTER TABLE changes ADD pair_id text COLLATE "C";
