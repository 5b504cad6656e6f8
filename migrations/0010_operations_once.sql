CREATE TABLE `__new_operations` (
	`id` text PRIMARY KEY NOT NULL CHECK (length(`id`) = 64),
	`user_id` text,
	`list_id` text,
	`request` text CHECK (length(`request`) = 64),
	`answer` text CHECK (json_valid(`answer`)),
	`change_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_operations` (`id`, `list_id`, `change_id`, `created_at`) SELECT `id`, `list_id`, `change_id`, `created_at` FROM `operations`;--> statement-breakpoint
DROP TABLE `operations`;--> statement-breakpoint
ALTER TABLE `__new_operations` RENAME TO `operations`;--> statement-breakpoint
CREATE INDEX `operations_age` ON `operations` (`created_at`);--> statement-breakpoint
CREATE INDEX `operations_list` ON `operations` (`list_id`);--> statement-breakpoint
CREATE INDEX `operations_user` ON `operations` (`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
INSERT INTO `operations` (`id`, `user_id`, `request`, `answer`, `change_id`, `created_at`) SELECT `id`, `user_id`, `request`, `result`, json_extract(`result`, '$.change'), `created_at` FROM `outcomes` WHERE `created_at` > unixepoch() * 1000 - 86400000;--> statement-breakpoint
DROP TABLE `outcomes`;--> statement-breakpoint
DROP TABLE `tombstones`;
