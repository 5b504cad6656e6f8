ALTER TABLE memories ADD COLUMN spelling text COLLATE "C" DEFAULT '' NOT NULL CHECK (length(spelling) <= 600);
