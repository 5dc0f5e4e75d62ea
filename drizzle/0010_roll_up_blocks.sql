PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_row` integer,
	`customer_id` integer,
	`event_type` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`outage_id` integer,
	`boot_id` text,
	`seq` integer,
	`voltage` real,
	`battery_level` real,
	`message` text,
	`details` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`outage_id`) REFERENCES `outages`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_events`("id", "device_row", "customer_id", "event_type", "occurred_at", "created_at", "outage_id", "boot_id", "seq", "voltage", "battery_level", "message", "details") SELECT "id", "device_row", "customer_id", "event_type", "occurred_at", "created_at", "outage_id", "boot_id", "seq", "voltage", "battery_level", "message", "details" FROM `events`;--> statement-breakpoint
DELETE FROM `sqlite_sequence` WHERE `name` = '__new_events';--> statement-breakpoint
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT '__new_events', `seq` FROM `sqlite_sequence` WHERE `name` = 'events';--> statement-breakpoint
DROP TABLE `events`;--> statement-breakpoint
ALTER TABLE `__new_events` RENAME TO `events`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `events_report` ON `events` (`device_row`,`boot_id`,`seq`) WHERE "events"."boot_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_customer` ON `events` (`customer_id`,`occurred_at`) WHERE "events"."customer_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`event_type`,`occurred_at`);--> statement-breakpoint
CREATE INDEX `events_occurred` ON `events` (`occurred_at`) WHERE "events"."event_type" <> 'HEARTBEAT';--> statement-breakpoint
CREATE INDEX `events_beats` ON `events` (`occurred_at` / 21600000,`device_row`,`occurred_at`) WHERE "events"."event_type" = 'HEARTBEAT';--> statement-breakpoint
CREATE INDEX `events_device_told` ON `events` (`device_row`,`occurred_at`,`event_type`) WHERE "events"."event_type" <> 'HEARTBEAT';--> statement-breakpoint
CREATE INDEX `events_standing` ON `events` (`device_row`,`occurred_at`) WHERE "events"."event_type" IN ('CONFIG_CHANGE', 'OFFLINE') AND (json_extract("events"."details", '$.released') = 1 OR json_extract("events"."details", '$.transferred') = 1 OR json_extract("events"."details", '$.unwatched') = 1);--> statement-breakpoint
CREATE INDEX `events_returned` ON `events` (`occurred_at`) WHERE "events"."event_type" = 'ONLINE' AND "events"."outage_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_outage` ON `events` (`outage_id`,`event_type`) WHERE "events"."outage_id" IS NOT NULL;