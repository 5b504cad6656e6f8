-- Empty where the browser decides.
ALTER TABLE users ADD COLUMN language text COLLATE "C" DEFAULT '' NOT NULL;
ALTER TABLE users ADD COLUMN formats text COLLATE "C" DEFAULT '' NOT NULL;
ALTER TABLE users ADD COLUMN time_zone text COLLATE "C" DEFAULT '' NOT NULL;
ALTER TABLE outbox ADD COLUMN language text COLLATE "C" DEFAULT '' NOT NULL;
