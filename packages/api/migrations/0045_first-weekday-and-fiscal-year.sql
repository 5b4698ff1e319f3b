ALTER TABLE "organizations" ADD COLUMN "first_weekday" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "fiscal_year" jsonb;