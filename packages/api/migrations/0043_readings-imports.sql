CREATE TABLE "readings_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "readings_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"user_id" integer,
	"at" timestamp with time zone NOT NULL,
	"file_name" text NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"replaced" integer DEFAULT 0 NOT NULL,
	"installation_ids" integer[] DEFAULT '{}' NOT NULL,
	"ended_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	"undone_reason" text,
	"undone_spans" jsonb,
	"is_restored" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "readings_imports" ADD CONSTRAINT "readings_imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings_imports" ADD CONSTRAINT "readings_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings_imports" ADD CONSTRAINT "readings_imports_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "readings_imports_organization_id_at_index" ON "readings_imports" USING btree ("organization_id","at");