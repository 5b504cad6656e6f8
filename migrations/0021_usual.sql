CREATE TABLE `goods` (
	`list_id` text NOT NULL,
	`name_key` text NOT NULL,
	`unit` text NOT NULL,
	`name` text NOT NULL CHECK (length(`name`) BETWEEN 1 AND 200),
	`note` text DEFAULT '' NOT NULL CHECK (length(`note`) <= 200),
	`quantity_milli` integer NOT NULL CHECK (`quantity_milli` BETWEEN 1 AND 1000000000),
	`times` integer NOT NULL CHECK (`times` >= 1),
	`last_on` text NOT NULL CHECK (`last_on` GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
	`gap_days` real CHECK (`gap_days` > 0),
	PRIMARY KEY(`list_id`, `name_key`, `unit`),
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `changes` ADD `pair_id` text;
