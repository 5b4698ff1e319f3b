-- An operator may limit how long the audit log stays. Entries of the last 90 days are never deleted while their
-- organization exists, and others only in a transaction that says so.
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "organizations" WHERE "id" = OLD."organization_id") THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'DELETE' AND current_setting('atrium.deletes_expired_audit', true) = 'on'
    AND OLD."at" < now() - interval '90 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'entries of the audit log cannot be changed';
END;
$$;
