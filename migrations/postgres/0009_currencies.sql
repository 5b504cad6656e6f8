ALTER TABLE lists ADD COLUMN currency text COLLATE "C" DEFAULT 'USD' NOT NULL;
-- Of new lists. Empty where the browser decides.
ALTER TABLE users ADD COLUMN currency text COLLATE "C" DEFAULT '' NOT NULL;
ALTER TABLE memories ADD COLUMN currency text COLLATE "C" DEFAULT 'USD' NOT NULL;
