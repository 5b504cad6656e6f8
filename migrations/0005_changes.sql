CREATE TABLE `change_items` (
	`change_id` text NOT NULL,
	`item_id` text NOT NULL,
	`before` text CHECK (json_valid(`before`)),
	`after` text CHECK (json_valid(`after`)),
	PRIMARY KEY(`change_id`, `item_id`),
	FOREIGN KEY (`change_id`) REFERENCES `changes`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `changes` (
	`id` text PRIMARY KEY NOT NULL,
	`list_id` text NOT NULL,
	`actor_id` text,
	`kind` text NOT NULL CHECK (`kind` IN ('tick', 'edit', 'add', 'delete', 'clear', 'ai', 'share', 'receipt', 'list')),
	`list_revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer,
	`undone_by` text,
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `changes_list` ON `changes` (`list_id`,`list_revision`);--> statement-breakpoint
CREATE INDEX `changes_actor` ON `changes` (`actor_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `tombstones` (
	`id` text PRIMARY KEY NOT NULL,
	`purged_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `tombstones_age` ON `tombstones` (`purged_at`);--> statement-breakpoint
DROP INDEX `receipts_list_id_unique`;--> statement-breakpoint
ALTER TABLE `receipts` ADD `deleted_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_one_live` ON `receipts` (`list_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `receipts_deleted` ON `receipts` (`list_id`,`deleted_at`);--> statement-breakpoint
DROP INDEX `items_in_order`;--> statement-breakpoint
ALTER TABLE `items` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `items_deleted` ON `items` (`list_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `items_in_order` ON `items` (`list_id`,`completed`,`position`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
DROP INDEX `lists_owner`;--> statement-breakpoint
ALTER TABLE `lists` ADD `history_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `lists` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `lists_deleted` ON `lists` (`created_by`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `lists_owner` ON `lists` (`created_by`,`created_at`) WHERE deleted_at IS NULL;