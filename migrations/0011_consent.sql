ALTER TABLE `changes` ADD `guest_key` text CHECK (length(`guest_key`) = 64);--> statement-breakpoint
ALTER TABLE `changes` ADD `item_count` integer DEFAULT 0 NOT NULL CHECK (`item_count` >= 0);--> statement-breakpoint
ALTER TABLE `changes` ADD `first_item_id` text;--> statement-breakpoint
UPDATE `changes` SET
	`item_count` = (SELECT count(*) FROM `change_items` WHERE `change_id` = `changes`.`id`),
	`first_item_id` = coalesce(
		(SELECT min(`item_id`) FROM `change_items` WHERE `change_id` = `changes`.`id` AND `before` IS NULL),
		(SELECT min(`item_id`) FROM `change_items` WHERE `change_id` = `changes`.`id`)
	);--> statement-breakpoint
ALTER TABLE `lists` ADD `operation_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `lists` SET `operation_bytes` = (
	SELECT count(*) * 300 + coalesce(sum(octet_length(`answer`)), 0) FROM `operations` WHERE `list_id` = `lists`.`id`
);--> statement-breakpoint
ALTER TABLE `companions` ADD `accepted_at` integer;--> statement-breakpoint
UPDATE `companions` SET `accepted_at` = unixepoch() * 1000;--> statement-breakpoint
ALTER TABLE `lists` ADD `offered_to` text REFERENCES `users`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `lists` ADD `offered_at` integer;--> statement-breakpoint
CREATE INDEX `lists_offered` ON `lists` (`offered_to`) WHERE offered_to IS NOT NULL;
