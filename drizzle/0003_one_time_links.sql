DROP TABLE `messenger_links`;--> statement-breakpoint
CREATE TABLE `messenger_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`recipient_id` integer,
	`contact_id` integer,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recipient_id`) REFERENCES `recipients`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messenger_links_customer` ON `messenger_links` (`customer_id`);--> statement-breakpoint
CREATE INDEX `messenger_links_expiry` ON `messenger_links` (`expires_at`);