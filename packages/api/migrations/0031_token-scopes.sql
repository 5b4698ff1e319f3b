ALTER TABLE "ingest_keys" ADD COLUMN "installation_ids" integer[];--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "previous_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "lifetime_days" integer;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "last_used_from" text;--> statement-breakpoint
-- Keys for readings and for devices may send either, in either format. The purpose comes first.
UPDATE "ingest_keys" SET "scopes" = CASE "purpose"
  WHEN 'receipts' THEN ARRAY['receipts:write']
  WHEN 'devices' THEN ARRAY['devices:write', 'readings:write']
  ELSE ARRAY['readings:write', 'devices:write']
END;--> statement-breakpoint
ALTER TABLE "ingest_keys" ALTER COLUMN "scopes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_keys" DROP COLUMN "purpose";
