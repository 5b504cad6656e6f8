CREATE TABLE `operations` (
	`id` text PRIMARY KEY NOT NULL CHECK (length(`id`) = 64),
	`list_id` text NOT NULL,
	`change_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `operations_age` ON `operations` (`created_at`);--> statement-breakpoint
CREATE INDEX `operations_list` ON `operations` (`list_id`);
