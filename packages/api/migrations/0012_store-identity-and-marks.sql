CREATE TABLE "demo_organizations" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"history_until" timestamp with time zone,
	"is_complete" boolean DEFAULT false NOT NULL,
	CONSTRAINT "demo_organizations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "reading_marks" (
	"organization_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"day" integer NOT NULL,
	"readings" integer NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "reading_marks_organization_id_installation_id_day_pk" PRIMARY KEY("organization_id","installation_id","day")
);
--> statement-breakpoint
CREATE TABLE "store_identity" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_identity_is_only" CHECK ("store_identity"."is_only")
);
--> statement-breakpoint
ALTER TABLE "demo_organizations" ADD CONSTRAINT "demo_organizations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_marks" ADD CONSTRAINT "reading_marks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;