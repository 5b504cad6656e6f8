CREATE TABLE `memories` (
	`user_id` text NOT NULL,
	`name_key` text NOT NULL CHECK (length(`name_key`) BETWEEN 1 AND 600),
	`unit` text NOT NULL CHECK (`unit` IN ('', 'kg', 'l', 'lb', 'oz', 'pack', 'can', 'bottle', 'jar', 'tub', 'bag', 'box', 'bunch', 'cup')),
	`name` text NOT NULL CHECK (length(`name`) BETWEEN 1 AND 200),
	`uses` integer NOT NULL CHECK (`uses` > 0),
	`last_used_at` integer NOT NULL,
	`price_cents` integer CHECK (`price_cents` BETWEEN 0 AND 100000000),
	`price_for` text CHECK (`price_for` IN ('one', 'all')),
	`price_quantity_milli` integer CHECK (`price_quantity_milli` BETWEEN 1 AND 1000000000),
	PRIMARY KEY(`user_id`, `name_key`, `unit`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `memories_often` ON `memories` (`user_id`,`uses`,`last_used_at`);--> statement-breakpoint
ALTER TABLE `items` ADD `unit` text DEFAULT '' NOT NULL CHECK (`unit` IN ('', 'kg', 'l', 'lb', 'oz', 'pack', 'can', 'bottle', 'jar', 'tub', 'bag', 'box', 'bunch', 'cup'));--> statement-breakpoint
ALTER TABLE `items` ADD `price_for` text DEFAULT 'one' NOT NULL CHECK (`price_for` IN ('one', 'all'));--> statement-breakpoint
ALTER TABLE `items` ADD `price_remembered` integer DEFAULT 0 NOT NULL CHECK (`price_remembered` IN (0, 1));
