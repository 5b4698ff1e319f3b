CREATE TABLE "export_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"user_id" integer,
	"installation_id" integer,
	"request" jsonb NOT NULL,
	"idempotency_key" text,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_total" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"problem" text,
	"file_key" text,
	"bytes" integer,
	"expires_at" timestamp with time zone,
	"mails" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"was_attached" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_jobs_organization_id_user_id_id_index" ON "export_jobs" USING btree ("organization_id","user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "export_jobs_user_id_idempotency_key_index" ON "export_jobs" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "export_jobs_open_index" ON "export_jobs" USING btree ("id") WHERE "export_jobs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "export_jobs_expires_at_index" ON "export_jobs" USING btree ("expires_at");