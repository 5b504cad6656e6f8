CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL CHECK (length(`name`) BETWEEN 1 AND 200),
	`hash` text NOT NULL CHECK (length(`hash`) = 64),
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash_unique` ON `api_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `outcomes` (
	`id` text PRIMARY KEY NOT NULL CHECK (length(`id`) = 64),
	`user_id` text NOT NULL,
	`request` text NOT NULL CHECK (length(`request`) = 64),
	`result` text NOT NULL CHECK (json_valid(`result`)),
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `outcomes_age` ON `outcomes` (`created_at`);--> statement-breakpoint
CREATE INDEX `outcomes_user` ON `outcomes` (`user_id`);