-- Who is on a list besides its owner, by account or by link, and what they have seen.
ALTER TABLE users ADD COLUMN shows_seen smallint DEFAULT 1 NOT NULL CHECK (shows_seen IN (0, 1));

ALTER TABLE items ADD COLUMN added_by text COLLATE "C";
ALTER TABLE items ADD COLUMN completed_by text COLLATE "C";
ALTER TABLE items ADD COLUMN guest_name text COLLATE "C" CHECK (length(guest_name) BETWEEN 1 AND 40);
ALTER TABLE items ADD COLUMN completed_guest text COLLATE "C" CHECK (length(completed_guest) BETWEEN 1 AND 40);

ALTER TABLE changes ADD COLUMN link_id text COLLATE "C";
ALTER TABLE changes ADD COLUMN guest_name text COLLATE "C" CHECK (length(guest_name) BETWEEN 1 AND 40);

CREATE TABLE list_members (
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	role text COLLATE "C" NOT NULL CHECK (role IN ('editor', 'viewer')),
	added_by text COLLATE "C" REFERENCES users (id) ON DELETE SET NULL,
	created_at bigint NOT NULL,
	PRIMARY KEY (list_id, user_id)
);
CREATE INDEX list_members_user ON list_members (user_id, list_id);
CREATE INDEX list_members_added_by ON list_members (added_by);

CREATE TABLE list_links (
	id text COLLATE "C" PRIMARY KEY,
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	token_hash text COLLATE "C" NOT NULL CHECK (length(token_hash) = 64),
	role text COLLATE "C" NOT NULL CHECK (role IN ('editor', 'viewer')),
	label text COLLATE "C" NOT NULL CHECK (length(label) <= 200),
	expires_at bigint,
	revoked_at bigint,
	created_at bigint NOT NULL
);
CREATE UNIQUE INDEX list_links_token_hash_unique ON list_links (token_hash);
CREATE INDEX list_links_list ON list_links (list_id, created_at);

CREATE TABLE invites (
	hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
	id text COLLATE "C" NOT NULL,
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	role text COLLATE "C" NOT NULL CHECK (role IN ('editor', 'viewer')),
	created_by text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	expires_at bigint NOT NULL,
	used_by text COLLATE "C" REFERENCES users (id) ON DELETE SET NULL,
	created_at bigint NOT NULL
);
CREATE UNIQUE INDEX invites_id_unique ON invites (id);
CREATE INDEX invites_list ON invites (list_id, created_at);
CREATE INDEX invites_creator ON invites (created_by);
CREATE INDEX invites_user ON invites (used_by);
CREATE INDEX invites_expiry ON invites (expires_at);

CREATE TABLE companions (
	user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	other_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	role text COLLATE "C" NOT NULL CHECK (role IN ('editor', 'viewer')),
	PRIMARY KEY (user_id, other_id)
);
CREATE INDEX companions_other ON companions (other_id);

CREATE TABLE list_seen (
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	reader_id text COLLATE "C" NOT NULL CHECK (reader_id = coalesce(user_id, link_id)),
	user_id text COLLATE "C" REFERENCES users (id) ON DELETE CASCADE,
	link_id text COLLATE "C" REFERENCES list_links (id) ON DELETE CASCADE,
	revision bigint NOT NULL,
	at bigint NOT NULL,
	PRIMARY KEY (list_id, reader_id)
);
CREATE INDEX list_seen_user ON list_seen (user_id);
CREATE INDEX list_seen_link ON list_seen (link_id);
