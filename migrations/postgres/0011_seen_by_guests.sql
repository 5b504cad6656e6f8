ALTER TABLE list_seen ADD COLUMN guest_name text COLLATE "C" CHECK (length(guest_name) BETWEEN 1 AND 40);
