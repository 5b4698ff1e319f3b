ALTER TABLE "reading_corrections" ADD COLUMN "amount" double precision;--> statement-breakpoint
ALTER TABLE "reading_corrections" ADD COLUMN "last_level" double precision;--> statement-breakpoint
ALTER TABLE "reading_corrections" ADD COLUMN "descriptors" text;