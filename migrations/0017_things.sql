ALTER TABLE `memories` ADD `spelling` text DEFAULT '' NOT NULL CHECK (length(`spelling`) <= 600);
