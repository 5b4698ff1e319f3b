ALTER TABLE "events" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installations" ADD COLUMN "removed_at" timestamp with time zone;