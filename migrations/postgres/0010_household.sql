ALTER TABLE invites ADD COLUMN all_lists smallint DEFAULT 0 NOT NULL CHECK (all_lists IN (0, 1));
