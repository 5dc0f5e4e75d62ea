CREATE TABLE `vitals` (
	`part` integer PRIMARY KEY NOT NULL,
	`record` blob NOT NULL
);
--> statement-breakpoint
INSERT INTO `vitals` (`part`, `record`) SELECT `device_row` >> 9, json_group_array(json_array(`device_row`, `last_heard_at`, `last_up_at`, `rssi`, `voltage`, `battery_level`)) FROM `device_vitals` GROUP BY `device_row` >> 9;--> statement-breakpoint
ALTER TABLE `devices` ADD `ssid` text;--> statement-breakpoint
ALTER TABLE `devices` ADD `sleep` text;--> statement-breakpoint
UPDATE `devices` SET `ssid` = `v`.`ssid`, `sleep` = `v`.`sleep` FROM `device_vitals` AS `v` WHERE `v`.`device_row` = `devices`.`id`;--> statement-breakpoint
DROP TABLE `device_vitals`;
