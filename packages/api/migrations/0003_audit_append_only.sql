-- Entries of the audit log are only ever added. They go with their organization, and not before.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "organizations" WHERE "id" = OLD."organization_id") THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'entries of the audit log cannot be changed';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
