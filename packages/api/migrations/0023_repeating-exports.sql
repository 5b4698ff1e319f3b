CREATE TABLE "repeating_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "repeating_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"request" jsonb NOT NULL,
	"send_day" text NOT NULL,
	"hour" integer NOT NULL,
	"included_days" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "repeating_id" integer;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "repeating_exports" ADD CONSTRAINT "repeating_exports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repeating_exports" ADD CONSTRAINT "repeating_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repeating_exports" ADD CONSTRAINT "repeating_exports_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repeating_exports_organization_id_user_id_index" ON "repeating_exports" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "repeating_exports_due_index" ON "repeating_exports" USING btree ("next_at") WHERE "repeating_exports"."removed_at" is null and "repeating_exports"."enabled";--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_repeating_id_repeating_exports_id_fk" FOREIGN KEY ("repeating_id") REFERENCES "public"."repeating_exports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "export_jobs_repeating_id_slot_index" ON "export_jobs" USING btree ("repeating_id","slot");