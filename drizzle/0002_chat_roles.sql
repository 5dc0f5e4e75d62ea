CREATE TABLE `seen_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`key_ref` text NOT NULL,
	`recipient_id` integer,
	`chat` text NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recipient_id`) REFERENCES `recipients`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seen_keys_recipient` ON `seen_keys` (`recipient_id`,`key_ref`);--> statement-breakpoint
CREATE INDEX `seen_keys_customer` ON `seen_keys` (`customer_id`);--> statement-breakpoint
CREATE INDEX `seen_keys_key` ON `seen_keys` (`key_ref`);--> statement-breakpoint
ALTER TABLE `recipients` ADD `role` text DEFAULT 'told' NOT NULL;--> statement-breakpoint
ALTER TABLE `recipients` ADD `is_allowed_to_mute` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `customers` ADD `is_asked_who_logs_in` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- A chat that shared the phone number of its account, or typed it with a key, has proven that the account is its own.
UPDATE `recipients` SET `role` = 'owner'
WHERE ((`channel` = 'telegram' AND `address` NOT LIKE '-%') OR (`channel` = 'line' AND `address` LIKE 'U%'))
	AND EXISTS (SELECT 1 FROM `audit_log` a
		WHERE a.`subject` = 'customer:' || `recipients`.`customer_id` AND a.`at` >= `recipients`.`created_at`
			AND a.`action` = 'recipient.register' AND a.`actor` = 'bot:' || `recipients`.`address`
			AND json_extract(a.`after`, '$.proof') IN ('contact', 'key'));--> statement-breakpoint
-- Where no chat of an account is known to have done so, the oldest private one, reachable ones first, goes on logging in.
UPDATE `recipients` SET `role` = 'login' WHERE `id` IN (
	SELECT `id` FROM (
		SELECT r.`id`, row_number() OVER (PARTITION BY r.`customer_id`
			ORDER BY r.`unreachable_at` IS NOT NULL, r.`created_at`, r.`id`) AS place
		FROM `recipients` r
		WHERE ((r.`channel` = 'telegram' AND r.`address` NOT LIKE '-%') OR (r.`channel` = 'line' AND r.`address` LIKE 'U%'))
			AND NOT EXISTS (SELECT 1 FROM `recipients` o WHERE o.`customer_id` = r.`customer_id` AND o.`role` = 'owner'))
	WHERE place = 1);--> statement-breakpoint
-- Their owners are asked once who else may.
UPDATE `customers` SET `is_asked_who_logs_in` = 1 WHERE EXISTS (SELECT 1 FROM `recipients` r
	WHERE r.`customer_id` = `customers`.`id` AND r.`role` <> 'owner'
		AND ((r.`channel` = 'telegram' AND r.`address` NOT LIKE '-%') OR (r.`channel` = 'line' AND r.`address` LIKE 'U%')));--> statement-breakpoint
-- Whoever was sent a link to log in with could look at every key, and whoever typed a key knows it. Where the audit log
-- does not reach back to when a private chat was connected, it may have been sent one.
INSERT INTO `seen_keys` (`customer_id`, `key_ref`, `recipient_id`, `chat`, `seen_at`)
SELECT r.`customer_id`, k.`ref`, r.`id`, coalesce(r.`name`, '••••' || substr(r.`address`, -4)), r.`created_at`
FROM `recipients` r JOIN `activation_keys` k ON k.`customer_id` = r.`customer_id` AND k.`ref` <> ''
WHERE r.`channel` IN ('telegram', 'line') AND (
	EXISTS (SELECT 1 FROM `audit_log` a
		WHERE a.`subject` = 'customer:' || r.`customer_id` AND a.`at` >= r.`created_at` AND a.`actor` = 'bot:' || r.`address`
			AND (a.`action` = 'session.create-link'
				OR (a.`action` = 'recipient.register' AND json_extract(a.`after`, '$.proof') = 'key')))
	OR (coalesce((SELECT min(`at`) FROM `audit_log`), r.`created_at` + 1) > r.`created_at`
		AND ((r.`channel` = 'telegram' AND r.`address` NOT LIKE '-%') OR (r.`channel` = 'line' AND r.`address` LIKE 'U%'))));--> statement-breakpoint
-- What a chat opened that may no longer log in ends.
DELETE FROM `sessions` WHERE `recipient_id` IN (SELECT `id` FROM `recipients` WHERE `role` = 'told');--> statement-breakpoint
DELETE FROM `messenger_links` WHERE `recipient_id` IN (SELECT `id` FROM `recipients` WHERE `role` = 'told');
