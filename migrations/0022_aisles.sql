CREATE TABLE `aisles` (
	`list_id` text NOT NULL,
	`category` text NOT NULL CHECK (length(`category`) BETWEEN 1 AND 40),
	`position` real NOT NULL CHECK (`position` >= 0),
	`trips` integer NOT NULL CHECK (`trips` >= 0),
	`pinned` integer NOT NULL CHECK (`pinned` IN (0, 1)),
	PRIMARY KEY(`list_id`, `category`),
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `categories` (
	`list_id` text NOT NULL,
	`name_key` text NOT NULL,
	`category` text NOT NULL CHECK (length(`category`) BETWEEN 1 AND 40),
	PRIMARY KEY(`list_id`, `name_key`),
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `list_views` (
	`list_id` text NOT NULL,
	`user_id` text NOT NULL,
	`view` text NOT NULL CHECK (`view` IN ('added', 'aisle')),
	PRIMARY KEY(`list_id`, `user_id`),
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `list_views_user` ON `list_views` (`user_id`);
