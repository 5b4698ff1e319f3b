CREATE TABLE "stop_and_go_screens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stop_and_go_screens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"enabled" boolean NOT NULL,
	"switched_at" timestamp with time zone NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inside_corrections" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "stop_and_go_screens" ADD CONSTRAINT "stop_and_go_screens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_and_go_screens" ADD CONSTRAINT "stop_and_go_screens_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stop_and_go_screens" ADD CONSTRAINT "stop_and_go_screens_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stop_and_go_screens_organization_id_index" ON "stop_and_go_screens" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "stop_and_go_screens_installation_id_index" ON "stop_and_go_screens" USING btree ("installation_id");--> statement-breakpoint
ALTER TABLE "inside_corrections" ADD CONSTRAINT "inside_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;