CREATE TABLE `api_token_traces` (
	`token_id` integer NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`token_id`, `kind`, `ref`),
	FOREIGN KEY (`token_id`) REFERENCES `api_tokens`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `api_token_traces_at` ON `api_token_traces` (`token_id`,`at`);--> statement-breakpoint
ALTER TABLE `api_tokens` ADD `scopes` text;