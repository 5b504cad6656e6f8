CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL CHECK (length(`key`) BETWEEN 1 AND 50),
	`value` text NOT NULL CHECK (length(`value`) BETWEEN 1 AND 200)
) STRICT;
