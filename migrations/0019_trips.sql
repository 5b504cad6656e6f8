CREATE TABLE `trips` (
	`id` text PRIMARY KEY NOT NULL,
	`list_id` text,
	`list_name` text NOT NULL CHECK (length(`list_name`) <= 200),
	`owner_id` text NOT NULL,
	`finished_by` text,
	`store` text DEFAULT '' NOT NULL CHECK (length(`store`) <= 60),
	`paid_minor` integer CHECK (`paid_minor` BETWEEN 0 AND 100000000),
	`estimate_minor` integer NOT NULL CHECK (`estimate_minor` >= 0),
	`currency` text NOT NULL CHECK (length(`currency`) = 3),
	`bought_on` text NOT NULL CHECK (`bought_on` GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
	`item_count` integer DEFAULT 0 NOT NULL CHECK (`item_count` >= 0),
	`stored_bytes` integer DEFAULT 0 NOT NULL CHECK (`stored_bytes` >= 0),
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trips_list` ON `trips` (`list_id`,`bought_on`,`id`);--> statement-breakpoint
CREATE INDEX `trips_owner` ON `trips` (`owner_id`,`bought_on`,`id`);--> statement-breakpoint
CREATE INDEX `trips_bytes` ON `trips` (`owner_id`,`deleted_at`,`stored_bytes`);--> statement-breakpoint
CREATE INDEX `trips_deleted` ON `trips` (`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `trip_items` (
	`trip_id` text NOT NULL,
	`position` integer NOT NULL CHECK (`position` >= 0),
	`name` text NOT NULL CHECK (length(`name`) BETWEEN 1 AND 200),
	`name_key` text NOT NULL,
	`unit` text NOT NULL,
	`quantity_milli` integer NOT NULL CHECK (`quantity_milli` BETWEEN 1 AND 1000000000),
	`price_minor` integer NOT NULL CHECK (`price_minor` BETWEEN 0 AND 100000000),
	`price_for` text NOT NULL CHECK (`price_for` IN ('one', 'all')),
	`amount_minor` integer NOT NULL CHECK (`amount_minor` >= 0),
	`price_guessed` integer DEFAULT 0 NOT NULL CHECK (`price_guessed` IN (0, 1)),
	PRIMARY KEY(`trip_id`, `position`),
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trip_items_name` ON `trip_items` (`name_key`,`unit`,`trip_id`);--> statement-breakpoint
CREATE TABLE `__new_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`list_id` text,
	`trip_id` text,
	`storage_key` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL CHECK (`bytes` > 0),
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`trip_id`) REFERENCES `trips`(`id`) ON UPDATE no action ON DELETE cascade,
	CHECK ((`list_id` IS NULL) <> (`trip_id` IS NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_receipts` SELECT `id`, `list_id`, NULL, `storage_key`, `content_type`, `bytes`, `width`, `height`, `created_at`, `deleted_at` FROM `receipts`;--> statement-breakpoint
DROP TABLE `receipts`;--> statement-breakpoint
ALTER TABLE `__new_receipts` RENAME TO `receipts`;--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_storage_key_unique` ON `receipts` (`storage_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_one_live` ON `receipts` (`list_id`) WHERE deleted_at IS NULL AND trip_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_one_of_trip` ON `receipts` (`trip_id`) WHERE deleted_at IS NULL AND trip_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `receipts_deleted` ON `receipts` (`list_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `receipts_trip` ON `receipts` (`trip_id`);--> statement-breakpoint
ALTER TABLE `items` ADD `trip_id` text;--> statement-breakpoint
CREATE TABLE `__new_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`list_id` text NOT NULL,
	`actor_id` text,
	`kind` text NOT NULL,
	`list_revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer,
	`undone_by` text,
	`link_id` text,
	`guest_name` text CHECK (length(`guest_name`) BETWEEN 1 AND 40),
	`guest_key` text CHECK (length(`guest_key`) = 64),
	`item_count` integer DEFAULT 0 NOT NULL CHECK (`item_count` >= 0),
	`first_item_id` text,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_changes` SELECT `id`, `list_id`, `actor_id`, `kind`, `list_revision`, `created_at`, `undone_at`, `undone_by`, `link_id`, `guest_name`, `guest_key`, `item_count`, `first_item_id` FROM `changes`;--> statement-breakpoint
DROP TABLE `changes`;--> statement-breakpoint
ALTER TABLE `__new_changes` RENAME TO `changes`;--> statement-breakpoint
CREATE INDEX `changes_list` ON `changes` (`list_id`,`list_revision`);--> statement-breakpoint
CREATE INDEX `changes_actor` ON `changes` (`actor_id`,`created_at`);
