CREATE TABLE "report_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"report_id" integer,
	"kind" text NOT NULL,
	"slot" text,
	"at" timestamp with time zone NOT NULL,
	"is_late" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'underWay' NOT NULL,
	"problem" text,
	"request" jsonb,
	"asked_by" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"recipients" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"event_id" integer,
	"zone_id" integer NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"send_day" text NOT NULL,
	"hour" integer NOT NULL,
	"included_days" integer NOT NULL,
	"emails" text[] NOT NULL,
	"attach_pdf" boolean DEFAULT true NOT NULL,
	"attach_spreadsheet" boolean DEFAULT true NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"owner_id" integer,
	"is_owned" boolean NOT NULL,
	"next_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_deliveries_report_id_slot_index" ON "report_deliveries" USING btree ("report_id","slot");--> statement-breakpoint
CREATE INDEX "report_deliveries_organization_id_report_id_id_index" ON "report_deliveries" USING btree ("organization_id","report_id","id");--> statement-breakpoint
CREATE INDEX "report_deliveries_open_index" ON "report_deliveries" USING btree ("id") WHERE "report_deliveries"."state" = 'underWay';--> statement-breakpoint
CREATE INDEX "reports_organization_id_title_index" ON "reports" USING btree ("organization_id","title");--> statement-breakpoint
CREATE INDEX "reports_due_index" ON "reports" USING btree ("next_at") WHERE "reports"."removed_at" is null and "reports"."enabled";