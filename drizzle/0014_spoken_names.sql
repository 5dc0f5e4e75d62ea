CREATE TABLE `spoken_names` (
	`device_row` integer PRIMARY KEY NOT NULL,
	`sound` blob NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
