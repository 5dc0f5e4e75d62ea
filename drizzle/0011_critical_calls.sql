ALTER TABLE `devices` ADD `critical` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `calls` integer DEFAULT 0 NOT NULL;