CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL CHECK (`kind` IN ('verify', 'taken', 'reset', 'password-changed')),
	`email` text NOT NULL CHECK (length(`email`) BETWEEN 3 AND 254),
	`attempts` integer DEFAULT 0 NOT NULL CHECK (`attempts` >= 0),
	`next_attempt_at` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_once` ON `outbox` (`email`,`kind`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`);
