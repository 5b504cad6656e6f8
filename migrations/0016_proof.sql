ALTER TABLE `users` DROP COLUMN `claimed_hash`;--> statement-breakpoint
ALTER TABLE `users` ADD `registration_hash` text CHECK (length(`registration_hash`) = 64);--> statement-breakpoint
CREATE TABLE `paused_sharing` (
	`user_id` text PRIMARY KEY NOT NULL,
	`snapshot` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
