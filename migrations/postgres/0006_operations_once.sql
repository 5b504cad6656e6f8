-- One table for whatever may be sent again: what browsers, forms and programs sent.
ALTER TABLE operations ALTER COLUMN list_id DROP NOT NULL;
ALTER TABLE operations ADD COLUMN user_id text COLLATE "C" REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE operations ADD COLUMN request text COLLATE "C" CHECK (length(request) = 64);
ALTER TABLE operations ADD COLUMN answer text COLLATE "C" CHECK (answer IS NULL OR answer::json IS NOT NULL);
CREATE INDEX operations_user ON operations (user_id) WHERE user_id IS NOT NULL;
-- By a pattern, because reading JSON fails for characters that it may have as escapes.
INSERT INTO operations (id, user_id, request, answer, change_id, created_at)
	SELECT id, user_id, request, result, substring(result FROM '"change":"([0-9a-f-]{36})"'), created_at
	FROM outcomes
	WHERE created_at > extract(epoch FROM now()) * 1000 - 86400000;
DROP TABLE outcomes;
DROP TABLE tombstones;
