ALTER TABLE `lists` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `lists` SET `stored_bytes` = octet_length(`name`) + 200
	+ coalesce((SELECT sum(octet_length(`items`.`name`) + 200) FROM `items` WHERE `items`.`list_id` = `lists`.`id`), 0)
	+ coalesce((SELECT `receipts`.`bytes` FROM `receipts` WHERE `receipts`.`list_id` = `lists`.`id`), 0);--> statement-breakpoint
ALTER TABLE `users` ADD `claimed_hash` text;
