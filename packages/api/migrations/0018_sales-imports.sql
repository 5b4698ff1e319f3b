CREATE TABLE "sales_import_days" (
	"organization_id" integer NOT NULL,
	"import_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"date" text NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "sales_import_days_import_id_installation_id_date_pk" PRIMARY KEY("import_id","installation_id","date")
);
--> statement-breakpoint
CREATE TABLE "sales_import_receipts" (
	"organization_id" integer NOT NULL,
	"import_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"receipt" text NOT NULL,
	"before_sold_at" timestamp with time zone,
	"before_items" numeric(12, 3),
	"before_turnover" numeric(18, 4),
	"before_currency" text,
	"before_import_id" integer,
	CONSTRAINT "sales_import_receipts_import_id_installation_id_receipt_pk" PRIMARY KEY("import_id","installation_id","receipt")
);
--> statement-breakpoint
CREATE TABLE "sales_import_sites" (
	"organization_id" integer NOT NULL,
	"import_id" integer NOT NULL,
	"installation_id" integer NOT NULL,
	"receipts" integer NOT NULL,
	"added" integer NOT NULL,
	"corrected" integer NOT NULL,
	"turnover" numeric(18, 4) NOT NULL,
	"currency" text NOT NULL,
	"first_day" text NOT NULL,
	"last_day" text NOT NULL,
	CONSTRAINT "sales_import_sites_import_id_installation_id_pk" PRIMARY KEY("import_id","installation_id")
);
--> statement-breakpoint
CREATE TABLE "sales_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"user_id" integer,
	"at" timestamp with time zone NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text NOT NULL,
	"uploader_date_time" text NOT NULL,
	"uploader_timezone" text NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer
);
--> statement-breakpoint
ALTER TABLE "sales_receipts" ALTER COLUMN "items" SET DATA TYPE numeric(12, 3);--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD COLUMN "purpose" text DEFAULT 'readings' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_days" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sales_receipts" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "sales_receipts" ADD COLUMN "key_id" integer;--> statement-breakpoint
ALTER TABLE "sales_import_days" ADD CONSTRAINT "sales_import_days_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_days" ADD CONSTRAINT "sales_import_days_import_id_sales_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."sales_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_days" ADD CONSTRAINT "sales_import_days_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_receipts" ADD CONSTRAINT "sales_import_receipts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_receipts" ADD CONSTRAINT "sales_import_receipts_import_id_sales_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."sales_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_receipts" ADD CONSTRAINT "sales_import_receipts_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_sites" ADD CONSTRAINT "sales_import_sites_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_sites" ADD CONSTRAINT "sales_import_sites_import_id_sales_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."sales_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_import_sites" ADD CONSTRAINT "sales_import_sites_installation_id_installations_id_fk" FOREIGN KEY ("installation_id") REFERENCES "public"."installations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_imports" ADD CONSTRAINT "sales_imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_imports" ADD CONSTRAINT "sales_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_imports" ADD CONSTRAINT "sales_imports_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_import_days_installation_id_date_index" ON "sales_import_days" USING btree ("installation_id","date");--> statement-breakpoint
CREATE INDEX "sales_import_receipts_before_import_id_index" ON "sales_import_receipts" USING btree ("before_import_id");--> statement-breakpoint
CREATE INDEX "sales_imports_organization_id_at_index" ON "sales_imports" USING btree ("organization_id","at");--> statement-breakpoint
ALTER TABLE "sales_receipts" ADD CONSTRAINT "sales_receipts_key_id_ingest_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."ingest_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_receipts_key_id_index" ON "sales_receipts" USING btree ("key_id");