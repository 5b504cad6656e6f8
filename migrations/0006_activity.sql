DROP INDEX `lists_owner`;--> statement-breakpoint
ALTER TABLE `lists` ADD `changed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `lists` SET `changed_at` = coalesce(
	(SELECT max(`changes`.`created_at`) FROM `changes` WHERE `changes`.`list_id` = `lists`.`id`), `created_at`);--> statement-breakpoint
CREATE INDEX `lists_owner` ON `lists` (`created_by`,`changed_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
ALTER TABLE `items` ADD `price_guessed` integer DEFAULT 0 NOT NULL CHECK (`price_guessed` IN (0, 1));