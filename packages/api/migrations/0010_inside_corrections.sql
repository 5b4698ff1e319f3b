CREATE TABLE "inside_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inside_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"zone_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" integer NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inside_corrections" ADD CONSTRAINT "inside_corrections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inside_corrections" ADD CONSTRAINT "inside_corrections_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inside_corrections_zone_id_at_index" ON "inside_corrections" USING btree ("zone_id","at");