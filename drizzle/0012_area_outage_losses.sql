CREATE TABLE `area_outage_losses` (
	`outage_id` integer PRIMARY KEY NOT NULL,
	`area_outage_id` integer NOT NULL,
	FOREIGN KEY (`outage_id`) REFERENCES `outages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`area_outage_id`) REFERENCES `area_outages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `area_outage_losses` (`outage_id`, `area_outage_id`)
SELECT `id`, `area_outage_id` FROM `outages` WHERE `area_outage_id` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `area_outage_losses_area` ON `area_outage_losses` (`area_outage_id`);--> statement-breakpoint
DROP INDEX `outages_area`;--> statement-breakpoint
ALTER TABLE `outages` DROP COLUMN `area_outage_id`;
