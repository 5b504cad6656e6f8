ALTER TABLE `outbox` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `language` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `formats` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `time_zone` text DEFAULT '' NOT NULL;