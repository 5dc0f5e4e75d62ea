CREATE TABLE `activation_keys` (
	`key_code` text PRIMARY KEY NOT NULL,
	`purchase_type` text NOT NULL,
	`device_type` text,
	`customer_id` integer,
	`device_row` integer,
	`price` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`activated_at` integer,
	`expires_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`notes` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `keys_customer` ON `activation_keys` (`customer_id`);--> statement-breakpoint
CREATE INDEX `keys_device` ON `activation_keys` (`device_row`);--> statement-breakpoint
CREATE INDEX `keys_created` ON `activation_keys` (`created_at`);--> statement-breakpoint
CREATE INDEX `keys_expiry` ON `activation_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`password_hash` text NOT NULL,
	`token_version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_username` ON `admins` (`username`);--> statement-breakpoint
CREATE TABLE `attempt_limits` (
	`scope` text NOT NULL,
	`subject` text NOT NULL,
	`window_start` integer NOT NULL,
	`failures` integer NOT NULL,
	PRIMARY KEY(`scope`, `subject`)
);
--> statement-breakpoint
CREATE INDEX `attempt_limits_window` ON `attempt_limits` (`window_start`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`after` text,
	`address` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit_log` (`subject`,`at`);--> statement-breakpoint
CREATE TABLE `customers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`email` text,
	`line_id` text,
	`address` text,
	`telegram_username` text,
	`language` text DEFAULT 'th' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`token_version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "customers_phone_e164" CHECK("customers"."phone" GLOB '+[1-9]*')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_phone` ON `customers` (`phone`);--> statement-breakpoint
CREATE INDEX `customers_created` ON `customers` (`created_at`);--> statement-breakpoint
CREATE TABLE `device_vitals` (
	`device_row` integer PRIMARY KEY NOT NULL,
	`last_heard_at` integer NOT NULL,
	`last_up_at` integer,
	`rssi` integer,
	`voltage` real,
	`battery_level` real,
	`ssid` text,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` text NOT NULL,
	`customer_id` integer,
	`owned_since` integer NOT NULL,
	`site_name` text NOT NULL,
	`site_address` text,
	`device_type` text NOT NULL,
	`firmware_version` text,
	`update_failed` text,
	`token_hash` text,
	`link` text DEFAULT 'unknown' NOT NULL,
	`power` text DEFAULT 'unknown' NOT NULL,
	`boot_id` text,
	`has_mains_sense` integer DEFAULT false NOT NULL,
	`transport` text,
	`alert_enabled` integer DEFAULT true NOT NULL,
	`downtime_threshold_seconds` integer DEFAULT 60 NOT NULL,
	`reminder_interval_seconds` integer DEFAULT 300 NOT NULL,
	`alert_on_recovery` integer DEFAULT true NOT NULL,
	`muted_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "devices_threshold" CHECK("devices"."downtime_threshold_seconds" BETWEEN 5 AND 300),
	CONSTRAINT "devices_reminder" CHECK("devices"."reminder_interval_seconds" BETWEEN 30 AND 1800)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_device_id` ON `devices` (`device_id`);--> statement-breakpoint
CREATE INDEX `devices_customer` ON `devices` (`customer_id`);--> statement-breakpoint
CREATE INDEX `devices_link` ON `devices` (`link`);--> statement-breakpoint
CREATE INDEX `devices_created` ON `devices` (`created_at`);--> statement-breakpoint
CREATE TABLE `events` (
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
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`outage_id`) REFERENCES `outages`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_report` ON `events` (`device_row`,`boot_id`,`seq`) WHERE "events"."boot_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_device` ON `events` (`device_row`,`occurred_at`);--> statement-breakpoint
CREATE INDEX `events_customer` ON `events` (`customer_id`,`occurred_at`);--> statement-breakpoint
CREATE INDEX `events_customer_occurred` ON `events` (`customer_id`,`occurred_at`) WHERE "events"."event_type" <> 'HEARTBEAT';--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`event_type`,`occurred_at`);--> statement-breakpoint
CREATE INDEX `events_occurred` ON `events` (`occurred_at`) WHERE "events"."event_type" <> 'HEARTBEAT';--> statement-breakpoint
CREATE INDEX `events_device_told` ON `events` (`device_row`,`occurred_at`,`event_type`) WHERE "events"."event_type" <> 'HEARTBEAT';--> statement-breakpoint
CREATE INDEX `events_standing` ON `events` (`device_row`,`occurred_at`) WHERE "events"."event_type" IN ('CONFIG_CHANGE', 'OFFLINE');--> statement-breakpoint
CREATE INDEX `events_outage` ON `events` (`outage_id`) WHERE "events"."outage_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `firmware_failures` (
	`image_id` integer NOT NULL,
	`device_row` integer NOT NULL,
	`failed_at` integer NOT NULL,
	PRIMARY KEY(`image_id`, `device_row`),
	FOREIGN KEY (`image_id`) REFERENCES `firmware_images`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `firmware_failures_device` ON `firmware_failures` (`device_row`);--> statement-breakpoint
CREATE TABLE `firmware_images` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`board` text NOT NULL,
	`version` text NOT NULL,
	`version_key` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`signature` text NOT NULL,
	`parts` text NOT NULL,
	`percent` integer DEFAULT 0 NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`added_at` integer NOT NULL,
	CONSTRAINT "firmware_images_percent" CHECK("firmware_images"."percent" BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `firmware_images_version` ON `firmware_images` (`board`,`version`);--> statement-breakpoint
CREATE TABLE `firmware_targets` (
	`image_id` integer NOT NULL,
	`device_row` integer NOT NULL,
	PRIMARY KEY(`image_id`, `device_row`),
	FOREIGN KEY (`image_id`) REFERENCES `firmware_images`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `firmware_targets_device` ON `firmware_targets` (`device_row`);--> statement-breakpoint
CREATE TABLE `messenger_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messenger_links_customer` ON `messenger_links` (`customer_id`);--> statement-breakpoint
CREATE INDEX `messenger_links_expiry` ON `messenger_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`outage_id` integer,
	`customer_id` integer,
	`key_code` text,
	`key_expires_at` integer,
	`kind` text NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`language` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`due_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`lease_until` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`ambiguous_attempts` integer DEFAULT 0 NOT NULL,
	`group_id` integer,
	`external_id` text,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`outage_id`) REFERENCES `outages`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`key_code`) REFERENCES `activation_keys`(`key_code`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`outage_id`,`kind`,`sequence`,`channel`,`recipient`);--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_expiry_once` ON `notifications` (`key_code`,`key_expires_at`,`sequence`,`channel`,`recipient`) WHERE "notifications"."key_code" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_waiting` ON `notifications` (`next_attempt_at`) WHERE "notifications"."status" IN ('pending', 'sending');--> statement-breakpoint
CREATE INDEX `notifications_address` ON `notifications` (`recipient`,`kind`) WHERE "notifications"."status" IN ('pending', 'sending');--> statement-breakpoint
CREATE INDEX `notifications_customer` ON `notifications` (`customer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `notifications_status` ON `notifications` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `notifications_group` ON `notifications` (`group_id`) WHERE "notifications"."group_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `observation_gaps` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer,
	`jump_ms` integer
);
--> statement-breakpoint
CREATE INDEX `gaps_from` ON `observation_gaps` (`from_at`);--> statement-breakpoint
CREATE TABLE `outages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_row` integer NOT NULL,
	`customer_id` integer,
	`cause` text NOT NULL,
	`down_at` integer NOT NULL,
	`start_known` text NOT NULL,
	`detected_at` integer NOT NULL,
	`recover_at` integer,
	`confirmed_at` integer,
	`flaps` integer DEFAULT 0 NOT NULL,
	`interrupted_at` integer,
	`interrupted_cause` text,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outages_one_open` ON `outages` (`device_row`) WHERE "outages"."confirmed_at" IS NULL;--> statement-breakpoint
CREATE INDEX `outages_device` ON `outages` (`device_row`,`down_at`);--> statement-breakpoint
CREATE INDEX `outages_customer` ON `outages` (`customer_id`,`down_at`);--> statement-breakpoint
CREATE INDEX `outages_down` ON `outages` (`down_at`);--> statement-breakpoint
CREATE TABLE `recipients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`language` text DEFAULT 'th' NOT NULL,
	`unreachable_at` integer,
	`unreachable_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recipients_address` ON `recipients` (`channel`,`address`);--> statement-breakpoint
CREATE INDEX `recipients_customer` ON `recipients` (`customer_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
