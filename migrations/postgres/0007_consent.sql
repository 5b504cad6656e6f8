-- Nobody gets lists for good without accepting them; people with one link can't undo each other's changes.
ALTER TABLE changes ADD COLUMN guest_key text COLLATE "C" CHECK (length(guest_key) = 64);
ALTER TABLE changes ADD COLUMN item_count bigint DEFAULT 0 NOT NULL CHECK (item_count >= 0);
ALTER TABLE changes ADD COLUMN first_item_id text COLLATE "C";
UPDATE changes SET
	item_count = (SELECT count(*) FROM change_items WHERE change_id = changes.id),
	first_item_id = coalesce(
		(SELECT min(item_id) FROM change_items WHERE change_id = changes.id AND before IS NULL),
		(SELECT min(item_id) FROM change_items WHERE change_id = changes.id)
	);
ALTER TABLE lists ADD COLUMN operation_bytes bigint DEFAULT 0 NOT NULL;
UPDATE lists SET operation_bytes = (
	SELECT count(*) * 300 + coalesce(sum(octet_length(answer)), 0) FROM operations WHERE list_id = lists.id
);
-- Those from before stay: they can be turned off by both sides.
ALTER TABLE companions ADD COLUMN accepted_at bigint;
UPDATE companions SET accepted_at = (extract(epoch FROM now()) * 1000)::bigint;
ALTER TABLE lists ADD COLUMN offered_to text COLLATE "C" REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE lists ADD COLUMN offered_at bigint;
CREATE INDEX lists_offered ON lists (offered_to) WHERE offered_to IS NOT NULL;
