CREATE TABLE "sample_sites" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"installation_id" integer NOT NULL,
	"state" text NOT NULL,
	"history_until" timestamp with time zone NOT NULL,
	"reported_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sample_sites" ADD CONSTRAINT "sample_sites_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_sites" ADD CONSTRAINT "sample_sites_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;