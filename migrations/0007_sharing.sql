CREATE TABLE `companions` (
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`role` text NOT NULL CHECK (`role` IN ('editor', 'viewer')),
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `companions_other` ON `companions` (`other_id`);--> statement-breakpoint
CREATE TABLE `invites` (
	`hash` text PRIMARY KEY NOT NULL CHECK (length(`hash`) = 64),
	`id` text NOT NULL,
	`list_id` text NOT NULL,
	`role` text NOT NULL CHECK (`role` IN ('editor', 'viewer')),
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`used_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_id_unique` ON `invites` (`id`);--> statement-breakpoint
CREATE INDEX `invites_list` ON `invites` (`list_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `invites_creator` ON `invites` (`created_by`);--> statement-breakpoint
CREATE INDEX `invites_user` ON `invites` (`used_by`);--> statement-breakpoint
CREATE INDEX `invites_expiry` ON `invites` (`expires_at`);--> statement-breakpoint
CREATE TABLE `list_links` (
	`id` text PRIMARY KEY NOT NULL,
	`list_id` text NOT NULL,
	`token_hash` text NOT NULL CHECK (length(`token_hash`) = 64),
	`role` text NOT NULL CHECK (`role` IN ('editor', 'viewer')),
	`label` text NOT NULL CHECK (length(`label`) <= 200),
	`expires_at` integer,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `list_links_token_hash_unique` ON `list_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `list_links_list` ON `list_links` (`list_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `list_members` (
	`list_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL CHECK (`role` IN ('editor', 'viewer')),
	`added_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`list_id`, `user_id`),
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`added_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `list_members_user` ON `list_members` (`user_id`,`list_id`);--> statement-breakpoint
CREATE INDEX `list_members_added_by` ON `list_members` (`added_by`);--> statement-breakpoint
CREATE TABLE `list_seen` (
	`list_id` text NOT NULL,
	`reader_id` text NOT NULL CHECK (`reader_id` = coalesce(`user_id`, `link_id`)),
	`user_id` text,
	`link_id` text,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`list_id`, `reader_id`),
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`link_id`) REFERENCES `list_links`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `list_seen_user` ON `list_seen` (`user_id`);--> statement-breakpoint
CREATE INDEX `list_seen_link` ON `list_seen` (`link_id`);--> statement-breakpoint
ALTER TABLE `changes` ADD `link_id` text;--> statement-breakpoint
ALTER TABLE `changes` ADD `guest_name` text CHECK (length(`guest_name`) BETWEEN 1 AND 40);--> statement-breakpoint
ALTER TABLE `items` ADD `added_by` text;--> statement-breakpoint
ALTER TABLE `items` ADD `completed_by` text;--> statement-breakpoint
ALTER TABLE `items` ADD `guest_name` text CHECK (length(`guest_name`) BETWEEN 1 AND 40);--> statement-breakpoint
ALTER TABLE `items` ADD `completed_guest` text CHECK (length(`completed_guest`) BETWEEN 1 AND 40);--> statement-breakpoint
ALTER TABLE `users` ADD `shows_seen` integer DEFAULT 1 NOT NULL CHECK (`shows_seen` IN (0, 1));