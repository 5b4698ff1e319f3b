CREATE TABLE "installation_tags" (
	"installation_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	CONSTRAINT "installation_tags_installation_id_tag_id_pk" PRIMARY KEY("installation_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "site_choice" jsonb;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "parent_id" integer;--> statement-breakpoint
ALTER TABLE "installation_tags" ADD CONSTRAINT "installation_tags_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation_tags" ADD CONSTRAINT "installation_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_parent_id_tags_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;