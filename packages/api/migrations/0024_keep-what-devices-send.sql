CREATE TABLE "device_packets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_packets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sender_id" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"body" text NOT NULL,
	"bytes" integer NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_senders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_senders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"serial" text NOT NULL,
	"installation_id" integer,
	"dialect" text,
	"name" text,
	"model" text,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"packets" integer DEFAULT 0 NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	"battery" integer,
	"signal" integer,
	"firmware" text,
	"marks" jsonb NOT NULL,
	"swapped" boolean DEFAULT false NOT NULL,
	"is_placed" boolean DEFAULT false NOT NULL,
	"to_replay" boolean DEFAULT false NOT NULL,
	"former" jsonb
);
--> statement-breakpoint
CREATE TABLE "field_maps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "field_maps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"map" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_packets" ADD CONSTRAINT "device_packets_sender_id_device_senders_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."device_senders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_senders" ADD CONSTRAINT "device_senders_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_maps" ADD CONSTRAINT "field_maps_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_packets_sender_id_digest_index" ON "device_packets" USING btree ("sender_id","digest");--> statement-breakpoint
CREATE INDEX "device_packets_sender_id_at_index" ON "device_packets" USING btree ("sender_id","at");--> statement-breakpoint
CREATE INDEX "device_packets_received_at_index" ON "device_packets" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_senders_organization_id_serial_index" ON "device_senders" USING btree ("organization_id","serial");--> statement-breakpoint
CREATE INDEX "field_maps_organization_id_index" ON "field_maps" USING btree ("organization_id");