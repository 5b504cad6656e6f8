ALTER TABLE `invites` ADD `all_lists` integer DEFAULT 0 NOT NULL CHECK (`all_lists` IN (0, 1));
