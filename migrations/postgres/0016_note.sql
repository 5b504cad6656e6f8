ALTER TABLE items ADD note text COLLATE "C" DEFAULT '' NOT NULL CHECK (length(note) <= 200);
