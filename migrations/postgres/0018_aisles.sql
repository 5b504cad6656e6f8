CREATE TABLE aisles (
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	category text COLLATE "C" NOT NULL CHECK (length(category) BETWEEN 1 AND 40),
	position double precision NOT NULL CHECK (position >= 0),
	trips bigint NOT NULL CHECK (trips >= 0),
	pinned smallint NOT NULL CHECK (pinned IN (0, 1)),
	PRIMARY KEY (list_id, category)
);

CREATE TABLE categories (
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	name_key text COLLATE "C" NOT NULL,
	category text COLLATE "C" NOT NULL CHECK (length(category) BETWEEN 1 AND 40),
	PRIMARY KEY (list_id, name_key)
);

CREATE TABLE list_views (
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	view text COLLATE "C" NOT NULL CHECK (view IN ('added', 'aisle')),
	PRIMARY KEY (list_id, user_id)
);

CREATE INDEX list_views_user ON list_views (user_id);
