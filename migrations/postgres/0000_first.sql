-- The same tables as in db/schema.ts. COLLATE "C" compares text byte by byte, as SQLite does. Booleans are
-- smallint, because drizzle's SQLite builder writes them as 0 and 1.

CREATE TABLE users (
	id text COLLATE "C" PRIMARY KEY,
	name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
	email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
	password_hash text COLLATE "C" NOT NULL,
	email_verified_at bigint,
	claimed_hash text COLLATE "C",
	created_at bigint NOT NULL
);
CREATE UNIQUE INDEX users_email_unique ON users (email);

CREATE TABLE sessions (
	id text COLLATE "C" PRIMARY KEY,
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	created_at bigint NOT NULL,
	last_seen_at bigint NOT NULL,
	expires_at bigint NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE tokens (
	hash text COLLATE "C" PRIMARY KEY,
	purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('verify', 'reset')),
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	expires_at bigint NOT NULL
);
CREATE INDEX tokens_user ON tokens (user_id, purpose);
CREATE INDEX tokens_expiry ON tokens (expires_at);

CREATE TABLE lists (
	id text COLLATE "C" PRIMARY KEY,
	name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
	created_by text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	created_at bigint NOT NULL,
	revision bigint DEFAULT 0 NOT NULL,
	stored_bytes bigint DEFAULT 0 NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX lists_owner ON lists (created_by, created_at);

CREATE TABLE items (
	id text COLLATE "C" PRIMARY KEY,
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
	quantity_milli bigint NOT NULL CHECK (quantity_milli BETWEEN 1 AND 1000000000),
	price_cents bigint NOT NULL CHECK (price_cents BETWEEN 0 AND 100000000),
	completed smallint DEFAULT 0 NOT NULL CHECK (completed IN (0, 1)),
	completed_at bigint DEFAULT 0 NOT NULL,
	position bigint NOT NULL,
	created_at bigint NOT NULL,
	updated_at bigint NOT NULL
) WITH (fillfactor = 80);
-- Without `completed`, unlike on SQLite: then a tick changes no index, if the page has room for the new row.
-- Changes of an index conflict with the ticks of other lists whose entries are near.
CREATE INDEX items_in_order ON items (list_id, position, id);

CREATE TABLE receipts (
	id text COLLATE "C" PRIMARY KEY,
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	storage_key text COLLATE "C" NOT NULL,
	content_type text COLLATE "C" NOT NULL,
	bytes bigint NOT NULL CHECK (bytes > 0),
	width bigint NOT NULL,
	height bigint NOT NULL,
	created_at bigint NOT NULL
);
CREATE UNIQUE INDEX receipts_list_id_unique ON receipts (list_id);
CREATE UNIQUE INDEX receipts_storage_key_unique ON receipts (storage_key);

CREATE TABLE rate_limits (
	key text COLLATE "C" NOT NULL,
	"window" bigint NOT NULL,
	count bigint NOT NULL CHECK (count >= 0),
	PRIMARY KEY (key, "window")
);
CREATE INDEX rate_limits_window ON rate_limits ("window");

CREATE TABLE flashes (
	id text COLLATE "C" PRIMARY KEY,
	body text COLLATE "C" NOT NULL,
	expires_at bigint NOT NULL
);
CREATE INDEX flashes_expiry ON flashes (expires_at);

CREATE TABLE outbox (
	id text COLLATE "C" PRIMARY KEY,
	kind text COLLATE "C" NOT NULL CHECK (kind IN ('verify', 'taken', 'reset', 'password-changed')),
	email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
	attempts bigint DEFAULT 0 NOT NULL CHECK (attempts >= 0),
	next_attempt_at bigint NOT NULL,
	created_at bigint NOT NULL
);
CREATE UNIQUE INDEX outbox_once ON outbox (email, kind);
CREATE INDEX outbox_due ON outbox (next_attempt_at);

CREATE TABLE api_tokens (
	id text COLLATE "C" PRIMARY KEY,
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
	hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
	created_at bigint NOT NULL,
	last_used_at bigint
);
CREATE UNIQUE INDEX api_tokens_hash_unique ON api_tokens (hash);
CREATE INDEX api_tokens_user ON api_tokens (user_id, created_at);

CREATE TABLE outcomes (
	id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 64),
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	request text COLLATE "C" NOT NULL CHECK (length(request) = 64),
	-- json rather than jsonb, which rejects the escape \u0000.
	result text COLLATE "C" NOT NULL CHECK (result::json IS NOT NULL),
	created_at bigint NOT NULL
);
CREATE INDEX outcomes_age ON outcomes (created_at);
CREATE INDEX outcomes_user ON outcomes (user_id);

CREATE TABLE settings (
	key text COLLATE "C" PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 50),
	value text COLLATE "C" NOT NULL CHECK (length(value) BETWEEN 1 AND 200)
);

-- Always empty: units of work lock it to run again after a conflict (db/postgres/write.ts).
CREATE TABLE larder_turns ();
