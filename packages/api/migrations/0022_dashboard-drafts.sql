CREATE TABLE "dashboard_drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"dashboard_id" integer,
	"user_id" integer,
	"content" jsonb NOT NULL,
	"version" integer NOT NULL,
	"is_touched" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" integer,
	CONSTRAINT "dashboard_drafts_dashboardId_unique" UNIQUE("dashboard_id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"dashboard_id" integer NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" integer
);
--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "role_ids" jsonb;--> statement-breakpoint
ALTER TABLE "dashboard_drafts" ADD CONSTRAINT "dashboard_drafts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_drafts" ADD CONSTRAINT "dashboard_drafts_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_drafts" ADD CONSTRAINT "dashboard_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_drafts" ADD CONSTRAINT "dashboard_drafts_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_versions" ADD CONSTRAINT "dashboard_versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_versions" ADD CONSTRAINT "dashboard_versions_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_versions" ADD CONSTRAINT "dashboard_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dashboard_drafts_organization_id_index" ON "dashboard_drafts" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_versions_dashboard_id_version_index" ON "dashboard_versions" USING btree ("dashboard_id","version");