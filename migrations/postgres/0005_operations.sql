-- What browsers sent and the server did.
CREATE TABLE operations (
	id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 64),
	list_id text COLLATE "C" NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
	change_id text COLLATE "C",
	created_at bigint NOT NULL
);
CREATE INDEX operations_age ON operations (created_at);
CREATE INDEX operations_list ON operations (list_id);
