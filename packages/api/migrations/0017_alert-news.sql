DROP INDEX "alert_notifications_log_id_channel_about_recipient_at_index";--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD COLUMN "action_id" integer;--> statement-breakpoint
ALTER TABLE "alert_notifications" ADD COLUMN "news" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_notifications_log_id_channel_about_recipient_at_action_id_index" ON "alert_notifications" USING btree ("log_id","channel","about","recipient","at","action_id");--> statement-breakpoint
CREATE INDEX "alert_notifications_dedupe_key_index" ON "alert_notifications" USING btree ("dedupe_key");