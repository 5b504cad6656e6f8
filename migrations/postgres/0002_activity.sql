-- Without an index, unlike on SQLite: then a tick changes no index, if the page has room for the new row.
ALTER TABLE lists ADD COLUMN changed_at bigint DEFAULT 0 NOT NULL;
UPDATE lists SET changed_at = coalesce(
	(SELECT max(changes.created_at) FROM changes WHERE changes.list_id = lists.id), created_at);

ALTER TABLE items ADD COLUMN price_guessed smallint DEFAULT 0 NOT NULL CHECK (price_guessed IN (0, 1));
