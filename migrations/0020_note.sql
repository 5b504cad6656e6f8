ALTER TABLE `items` ADD `note` text DEFAULT '' NOT NULL CHECK (length(`note`) <= 200);
