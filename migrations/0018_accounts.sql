ALTER TABLE `users` ADD `new_email` text CHECK (length(`new_email`) BETWEEN 3 AND 254);--> statement-breakpoint
ALTER TABLE `users` ADD `new_email_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `disabled_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `users_new_email_unique` ON `users` (`new_email`);--> statement-breakpoint
CREATE TABLE `__new_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL CHECK (`purpose` IN ('verify', 'reset', 'email')),
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_tokens` SELECT `hash`, `purpose`, `user_id`, `expires_at` FROM `tokens`;--> statement-breakpoint
DROP TABLE `tokens`;--> statement-breakpoint
ALTER TABLE `__new_tokens` RENAME TO `tokens`;--> statement-breakpoint
CREATE INDEX `tokens_user` ON `tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `tokens_expiry` ON `tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL
		CHECK (`kind` IN ('verify', 'taken', 'reset', 'password-changed', 'new-email', 'email-changed')),
	`email` text NOT NULL CHECK (length(`email`) BETWEEN 3 AND 254),
	`attempts` integer DEFAULT 0 NOT NULL CHECK (`attempts` >= 0),
	`next_attempt_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`language` text DEFAULT '' NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_outbox` SELECT `id`, `kind`, `email`, `attempts`, `next_attempt_at`, `created_at`, `language` FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`email`,`kind`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`);
