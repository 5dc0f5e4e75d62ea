CREATE TABLE `join_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`key_code` text NOT NULL,
	`device_row` integer,
	`address` text,
	`asked_at` integer NOT NULL,
	`refused_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`key_code`) REFERENCES `activation_keys`(`key_code`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `join_requests_key` ON `join_requests` (`key_code`,`customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `join_requests_open` ON `join_requests` (`key_code`) WHERE "join_requests"."refused_at" IS NULL;--> statement-breakpoint
CREATE INDEX `join_requests_customer` ON `join_requests` (`customer_id`,`asked_at`);--> statement-breakpoint
CREATE INDEX `join_requests_device` ON `join_requests` (`device_row`);--> statement-breakpoint
CREATE TABLE `home_brokers` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`ref` text NOT NULL,
	`url` text NOT NULL,
	`username` text NOT NULL,
	`password` text NOT NULL,
	`ca` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `known_households` (
	`account` text NOT NULL,
	`household` text NOT NULL,
	`last_login_at` integer NOT NULL,
	PRIMARY KEY(`account`, `household`)
);
--> statement-breakpoint
CREATE INDEX `known_households_login` ON `known_households` (`last_login_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`name` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_admin` ON `passkeys` (`admin_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text NOT NULL,
	`admin_id` integer NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`admin_id`, `code_hash`),
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`role` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_name_unique` ON `api_tokens` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_token_hash_unique` ON `api_tokens` (`token_hash`);
--> statement-breakpoint
CREATE TABLE `home_accounts` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `home_accounts_name_unique` ON `home_accounts` (`name`);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` integer,
	`customer_id` integer,
	`recipient_id` integer,
	`method` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`address` text,
	`user_agent` text,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recipient_id`) REFERENCES `recipients`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_one_account" CHECK(("sessions"."admin_id" IS NULL) <> ("sessions"."customer_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `sessions_admin` ON `sessions` (`admin_id`);--> statement-breakpoint
CREATE INDEX `sessions_customer` ON `sessions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `sessions_recipient` ON `sessions` (`recipient_id`);--> statement-breakpoint
CREATE INDEX `sessions_used` ON `sessions` (`last_used_at`);--> statement-breakpoint
ALTER TABLE `recipients` ADD `name` text;--> statement-breakpoint
CREATE TABLE `contact_devices` (
	`contact_id` integer NOT NULL,
	`device_row` integer NOT NULL,
	PRIMARY KEY(`contact_id`, `device_row`),
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_devices_device` ON `contact_devices` (`device_row`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`is_own` integer DEFAULT false NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`language` text,
	`order` text DEFAULT 'together' NOT NULL,
	`after_minutes` integer DEFAULT 0 NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`wakes` text DEFAULT '["alert"]' NOT NULL,
	`is_for_chosen_sites` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "contacts_after" CHECK("contacts"."after_minutes" BETWEEN 0 AND 1440)
);
--> statement-breakpoint
CREATE INDEX `contacts_customer` ON `contacts` (`customer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_own` ON `contacts` (`customer_id`) WHERE "contacts"."is_own" = 1;--> statement-breakpoint
CREATE TABLE `outage_calendar_devices` (
	`calendar_id` integer NOT NULL,
	`device_row` integer NOT NULL,
	PRIMARY KEY(`calendar_id`, `device_row`),
	FOREIGN KEY (`calendar_id`) REFERENCES `outage_calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outage_calendar_devices_device` ON `outage_calendar_devices` (`device_row`);--> statement-breakpoint
CREATE TABLE `outage_calendars` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer,
	`url` text NOT NULL,
	`is_for_chosen_sites` integer DEFAULT false NOT NULL,
	`etag` text,
	`next_read_at` integer,
	`read_at` integer NOT NULL,
	`left_out` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outage_calendars_customer` ON `outage_calendars` (`customer_id`);--> statement-breakpoint
CREATE INDEX `outage_calendars_next` ON `outage_calendars` (`next_read_at`);--> statement-breakpoint
CREATE TABLE `planned_time_devices` (
	`planned_id` integer NOT NULL,
	`device_row` integer NOT NULL,
	PRIMARY KEY(`planned_id`, `device_row`),
	FOREIGN KEY (`planned_id`) REFERENCES `planned_times`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `planned_time_devices_device` ON `planned_time_devices` (`device_row`);--> statement-breakpoint
CREATE TABLE `planned_times` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer,
	`kind` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`is_weekly` integer DEFAULT false NOT NULL,
	`is_for_chosen_sites` integer DEFAULT false NOT NULL,
	`ended_at` integer,
	`tell_at` integer,
	`calendar_id` integer,
	`external_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`calendar_id`) REFERENCES `outage_calendars`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "planned_times_order" CHECK("planned_times"."starts_at" < "planned_times"."ends_at")
);
--> statement-breakpoint
CREATE INDEX `planned_times_customer` ON `planned_times` (`customer_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `planned_times_end` ON `planned_times` (`ends_at`);--> statement-breakpoint
CREATE INDEX `planned_times_tell` ON `planned_times` (`tell_at`) WHERE "planned_times"."tell_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `planned_times_external` ON `planned_times` (`calendar_id`,`external_id`) WHERE "planned_times"."calendar_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `calendar_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `customers_calendar` ON `customers` (`calendar_hash`) WHERE "customers"."calendar_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `messenger_links` ADD `contact_id` integer REFERENCES contacts(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `notifications` ADD `delay_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `quiet_until` integer;--> statement-breakpoint
ALTER TABLE `recipients` ADD `contact_id` integer REFERENCES contacts(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `recipients` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `recipients_contact` ON `recipients` (`contact_id`) WHERE "recipients"."contact_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `activation_keys` ADD `ref` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `activation_keys` ADD `standing` text DEFAULT 'typed' NOT NULL;--> statement-breakpoint
ALTER TABLE `activation_keys` ADD `enrolled_phone` text;--> statement-breakpoint
UPDATE `activation_keys` SET `ref` = lower(hex(randomblob(8)));--> statement-breakpoint
CREATE UNIQUE INDEX `keys_ref` ON `activation_keys` (`ref`) WHERE "activation_keys"."ref" <> '';--> statement-breakpoint
CREATE INDEX `keys_questioned` ON `activation_keys` (`customer_id`) WHERE "activation_keys"."standing" = 'questioned';--> statement-breakpoint
ALTER TABLE `admins` ADD `role` text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_secret` text;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_last_step` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `oidc_subject` text;--> statement-breakpoint
CREATE UNIQUE INDEX `admins_oidc_subject` ON `admins` (`oidc_subject`);--> statement-breakpoint
ALTER TABLE `customers` ADD `phone_proven_at` integer;--> statement-breakpoint
ALTER TABLE `customers` ADD `deletion_requested_at` integer;--> statement-breakpoint
ALTER TABLE `device_vitals` ADD `sleep` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `next_token_hash` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `credentials_due_at` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `held_key_digest` text;--> statement-breakpoint
ALTER TABLE `messenger_links` ADD `purpose` text DEFAULT 'chat' NOT NULL;--> statement-breakpoint
ALTER TABLE `messenger_links` ADD `recipient_id` integer REFERENCES recipients(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `notifications` ADD `turn` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `details` text;--> statement-breakpoint
ALTER TABLE `notifications` DROP COLUMN `lease_until`;--> statement-breakpoint
CREATE INDEX `notifications_turn` ON `notifications` (`channel`,`kind`,`turn`,`next_attempt_at`,`recipient`) WHERE "notifications"."status" = 'pending';--> statement-breakpoint
DROP INDEX `events_standing`;--> statement-breakpoint
CREATE INDEX `events_standing` ON `events` (`device_row`,`occurred_at`) WHERE "events"."event_type" IN ('CONFIG_CHANGE', 'OFFLINE') AND (json_extract("events"."details", '$.released') = 1 OR json_extract("events"."details", '$.transferred') = 1 OR json_extract("events"."details", '$.unwatched') = 1);--> statement-breakpoint
DROP INDEX `events_outage`;--> statement-breakpoint
CREATE INDEX `events_outage` ON `events` (`outage_id`,`event_type`) WHERE "events"."outage_id" IS NOT NULL;--> statement-breakpoint
-- Accounts that a chat is connected to, or that were named, are known to be somebody's. The others were
-- made by a phone typed at a board: they go on as they are until somebody proves the number.
UPDATE `customers` SET `phone_proven_at` = `created_at` WHERE `name` <> `phone` OR EXISTS (SELECT 1 FROM `recipients` WHERE `recipients`.`customer_id` = `customers`.`id`);--> statement-breakpoint
UPDATE `activation_keys` SET `standing` = 'vouched' WHERE `customer_id` IN (SELECT `id` FROM `customers` WHERE `phone_proven_at` IS NOT NULL);--> statement-breakpoint
-- What a board says when it has to enrol anew: the number its owner had when it last enrolled.
UPDATE `activation_keys` SET `enrolled_phone` = coalesce((
	SELECT json_extract(e.`before`, '$.phone') FROM `audit_log` e
	WHERE e.`subject` = 'customer:' || `activation_keys`.`customer_id` AND e.`action` = 'customer.edit'
		AND json_extract(e.`before`, '$.phone') IS NOT NULL
		AND e.`at` >= (SELECT max(a.`at`) FROM `audit_log` a JOIN `devices` d ON d.`device_id` = a.`subject`
			WHERE d.`id` = `activation_keys`.`device_row` AND a.`action` = 'device.enrol')
	ORDER BY e.`id` LIMIT 1
), (SELECT c.`phone` FROM `customers` c WHERE c.`id` = `activation_keys`.`customer_id`))
WHERE `customer_id` IS NOT NULL AND `device_row` IS NOT NULL;--> statement-breakpoint
-- Whoever has an administrator was installed before /metrics needed a token, and goes on without.
INSERT INTO `meta` (`key`, `value`) SELECT 'metrics_loopback', 'open' WHERE EXISTS (SELECT 1 FROM `admins`);--> statement-breakpoint
ALTER TABLE `devices` ADD `cell` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `is_cell_operators` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `area` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `devices` ADD `longitude` real;--> statement-breakpoint
CREATE INDEX `devices_cell` ON `devices` (`cell`,`customer_id`) WHERE "devices"."cell" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `status_areas` (
	`area` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `status_members` (
	`device_row` integer PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`area` text NOT NULL,
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_members_customer` ON `status_members` (`customer_id`);--> statement-breakpoint
CREATE TABLE `status_outages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`area` text NOT NULL,
	`kind` text NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`area`) REFERENCES `status_areas`(`area`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_outages_area` ON `status_outages` (`area`,`began_at`);--> statement-breakpoint
ALTER TABLE `devices` ADD `is_on_status_page` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `devices_status_page` ON `devices` (`id`) WHERE "devices"."is_on_status_page" = 1;
--> statement-breakpoint
CREATE TABLE `operator_recipients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`language` text NOT NULL,
	`is_for_all_sites` integer DEFAULT false NOT NULL,
	`unreachable_at` integer,
	`unreachable_reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operator_recipients_address` ON `operator_recipients` (`channel`,`address`);--> statement-breakpoint
ALTER TABLE `notifications` ADD `said` text;--> statement-breakpoint
CREATE INDEX `notifications_operator` ON `notifications` (`channel`,`recipient`) WHERE "notifications"."kind" = 'operator';--> statement-breakpoint
CREATE TABLE `report_shares` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`first_date` text NOT NULL,
	`last_date` text NOT NULL,
	`device_id` text,
	`language` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_shares_secret` ON `report_shares` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `report_shares_customer` ON `report_shares` (`customer_id`,`expires_at`);--> statement-breakpoint
ALTER TABLE `recipients` ADD `digest_since` integer;--> statement-breakpoint
CREATE INDEX `recipients_digest` ON `recipients` (`digest_since`) WHERE "recipients"."digest_since" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_digest_once` ON `notifications` (`recipient`,`channel`,`sequence`) WHERE "notifications"."kind" = 'digest';--> statement-breakpoint
CREATE INDEX `devices_located` ON `devices` (`id`) WHERE "devices"."latitude" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `mains_voltages` (
	`device_row` integer NOT NULL,
	`hour_at` integer NOT NULL,
	`slots` blob NOT NULL,
	PRIMARY KEY(`device_row`, `hour_at`),
	FOREIGN KEY (`device_row`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mains_voltages_hour` ON `mains_voltages` (`hour_at`);--> statement-breakpoint
CREATE TABLE `area_outages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`began_from` integer NOT NULL,
	`began_to` integer NOT NULL,
	`declared_at` integer NOT NULL,
	`status` text NOT NULL,
	`cause` text NOT NULL,
	`ended_at` integer,
	`lost` integer NOT NULL,
	`back` integer NOT NULL,
	`healthy` integer NOT NULL,
	`owners` integer NOT NULL,
	`cells` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`told_at` integer,
	`told_end_at` integer
);
--> statement-breakpoint
CREATE INDEX `area_outages_began` ON `area_outages` (`began_from`);--> statement-breakpoint
CREATE INDEX `area_outages_open` ON `area_outages` (`began_from`) WHERE "area_outages"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `area_outages_end_untold` ON `area_outages` (`id`) WHERE "area_outages"."told_at" IS NOT NULL AND "area_outages"."told_end_at" IS NULL;--> statement-breakpoint
ALTER TABLE `outages` ADD `area_outage_id` integer REFERENCES area_outages(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `outages_area` ON `outages` (`area_outage_id`,`customer_id`) WHERE "outages"."area_outage_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `recipients` ADD `is_pinned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `recipients` ADD `pinned_message_id` text;--> statement-breakpoint
CREATE INDEX `recipients_pinned` ON `recipients` (`channel`,`id`) WHERE "recipients"."is_pinned" = 1 OR "recipients"."pinned_message_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outages` ADD `flaps_unreported` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `outages` SET `flaps` = `flaps` - 1 WHERE `interrupted_at` IS NOT NULL AND `flaps` > 0;--> statement-breakpoint
CREATE TABLE `status_subscriptions` (
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`area` text NOT NULL,
	`language` text NOT NULL,
	PRIMARY KEY(`channel`, `address`, `area`),
	FOREIGN KEY (`area`) REFERENCES `status_areas`(`area`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_subscriptions_area` ON `status_subscriptions` (`area`);--> statement-breakpoint
CREATE INDEX `notifications_status_news` ON `notifications` (`created_at`) WHERE "notifications"."kind" = 'status';--> statement-breakpoint
DROP INDEX `keys_device`;--> statement-breakpoint
CREATE INDEX `keys_device` ON `activation_keys` (`device_row`,`is_active`,`expires_at`);--> statement-breakpoint
DROP INDEX `recipients_customer`;--> statement-breakpoint
CREATE INDEX `recipients_customer` ON `recipients` (`customer_id`,`unreachable_at`,`channel`);--> statement-breakpoint
CREATE INDEX `notifications_follower` ON `notifications` (`channel`,`recipient`) WHERE "notifications"."kind" = 'status';--> statement-breakpoint
DROP INDEX `events_customer_occurred`;--> statement-breakpoint
DROP INDEX `events_customer`;--> statement-breakpoint
UPDATE `events` SET `customer_id` = NULL WHERE `event_type` = 'HEARTBEAT' AND EXISTS (SELECT 1 FROM `devices` WHERE `devices`.`id` = `events`.`device_row` AND `devices`.`customer_id` = `events`.`customer_id` AND `devices`.`owned_since` < `events`.`occurred_at`);--> statement-breakpoint
CREATE INDEX `events_customer` ON `events` (`customer_id`,`occurred_at`) WHERE "events"."customer_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_returned` ON `events` (`occurred_at`) WHERE "events"."event_type" = 'ONLINE' AND "events"."outage_id" IS NOT NULL;