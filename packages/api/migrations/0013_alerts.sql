CREATE TABLE "alert_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"type" text NOT NULL,
	"msg_title" text NOT NULL,
	"msg_content" text NOT NULL,
	"recipients" text[] DEFAULT '{}' NOT NULL,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_conditions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_conditions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"condition" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"log_id" integer NOT NULL,
	"channel" text NOT NULL,
	"about" text NOT NULL,
	"recipient" text NOT NULL,
	"user_id" integer,
	"at" timestamp with time zone NOT NULL,
	"dedupe_key" text,
	"not_sent" text
);
--> statement-breakpoint
CREATE TABLE "alert_planning_links" (
	"alert_id" integer NOT NULL,
	"planning_id" integer NOT NULL,
	CONSTRAINT "alert_planning_links_alert_id_planning_id_pk" PRIMARY KEY("alert_id","planning_id")
);
--> statement-breakpoint
CREATE TABLE "alert_plannings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_plannings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"phones" text[] DEFAULT '{}' NOT NULL,
	"emails" text[] DEFAULT '{}' NOT NULL,
	"user_ids" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_states" (
	"alert_id" integer NOT NULL,
	"place" text NOT NULL,
	"revision" integer NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "alert_states_alert_id_place_pk" PRIMARY KEY("alert_id","place")
);
--> statement-breakpoint
CREATE TABLE "alert_transitions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_transitions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"alert_id" integer NOT NULL,
	"place" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from" text,
	"to" text,
	"value" jsonb,
	"effect" text,
	"seen_at" timestamp with time zone NOT NULL,
	"log_id" integer,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"event_id" integer,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"emails" text[] DEFAULT '{}' NOT NULL,
	"phones" text[] DEFAULT '{}' NOT NULL,
	"muted_until" timestamp with time zone,
	"muted_by" integer,
	"mute_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_logs" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "alert_logs" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "alert_logs" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_logs" ADD COLUMN "acknowledged_by" integer;--> statement-breakpoint
ALTER TABLE "alert_logs" ADD COLUMN "acknowledgement" text;--> statement-breakpoint
ALTER TABLE "alert_actions" ADD CONSTRAINT "alert_actions_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_conditions" ADD CONSTRAINT "alert_conditions_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD CONSTRAINT "alert_notifications_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD CONSTRAINT "alert_notifications_log_id_alert_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."alert_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD CONSTRAINT "alert_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_planning_links" ADD CONSTRAINT "alert_planning_links_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_planning_links" ADD CONSTRAINT "alert_planning_links_planning_id_alert_plannings_id_fk" FOREIGN KEY ("planning_id") REFERENCES "public"."alert_plannings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_plannings" ADD CONSTRAINT "alert_plannings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_states" ADD CONSTRAINT "alert_states_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_transitions" ADD CONSTRAINT "alert_transitions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_transitions" ADD CONSTRAINT "alert_transitions_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_transitions" ADD CONSTRAINT "alert_transitions_log_id_alert_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."alert_logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_muted_by_users_id_fk" FOREIGN KEY ("muted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_actions_alert_id_index" ON "alert_actions" USING btree ("alert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_conditions_alert_id_index" ON "alert_conditions" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_notifications_log_id_index" ON "alert_notifications" USING btree ("log_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_notifications_log_id_channel_about_recipient_at_index" ON "alert_notifications" USING btree ("log_id","channel","about","recipient","at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_plannings_organization_id_name_index" ON "alert_plannings" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "alert_transitions_alert_id_at_index" ON "alert_transitions" USING btree ("alert_id","at");--> statement-breakpoint
CREATE INDEX "alerts_organization_id_name_index" ON "alerts" USING btree ("organization_id","name");--> statement-breakpoint
CREATE INDEX "alerts_installation_id_index" ON "alerts" USING btree ("installation_id");--> statement-breakpoint
ALTER TABLE "alert_logs" ADD CONSTRAINT "alert_logs_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_logs_alert_id_place_date_begin_index" ON "alert_logs" USING btree ("alert_id","place","date_begin");--> statement-breakpoint
CREATE INDEX "alert_logs_open_index" ON "alert_logs" USING btree ("alert_id") WHERE "alert_logs"."date_end" is null;