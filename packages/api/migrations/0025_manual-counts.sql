CREATE TABLE "manual_counts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "manual_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"passage_id" integer NOT NULL,
	"client_id" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"along" jsonb NOT NULL,
	"against" jsonb NOT NULL,
	"user_id" integer
);
--> statement-breakpoint
ALTER TABLE "manual_counts" ADD CONSTRAINT "manual_counts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_counts" ADD CONSTRAINT "manual_counts_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_counts" ADD CONSTRAINT "manual_counts_passage_id_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_counts" ADD CONSTRAINT "manual_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "manual_counts_organization_id_client_id_index" ON "manual_counts" USING btree ("organization_id","client_id");--> statement-breakpoint
CREATE INDEX "manual_counts_installation_id_finished_at_index" ON "manual_counts" USING btree ("installation_id","finished_at");