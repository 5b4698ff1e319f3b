import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/platform/relational/relational-store.ts';
import type { SiteLabel } from './test-sites.ts';

/** Inserts an export of one user about one site, and a repeating one. */
export async function seedExport(
  db: Database,
  organization: number,
  site: number,
  email: string,
  label: SiteLabel,
): Promise<void> {
  const request = {
    dataType: 'counting',
    target: 'zone',
    installationId: site,
    zoneIds: [],
    userIds: [],
    from: 0,
    to: 1,
  };
  await db.execute(sql`
    insert into export_jobs (organization_id, user_id, installation_id, request, idempotency_key, state, created_at, rows_total)
      select ${organization}, id, ${site}, ${JSON.stringify({ ...request, format: 'csv', granularity: 900, includeSubZones: true })}::jsonb,
        ${`canary-export-${label}`}, 'waiting', now(), 4 from users where email = ${email}`);
  await db.execute(sql`
    insert into repeating_exports (organization_id, user_id, installation_id, request, send_day, hour, included_days, enabled, created_at)
      select ${organization}, id, ${site}, ${JSON.stringify({ ...request, from: undefined, to: undefined, format: 'csv', granularity: 900, includeSubZones: true })}::jsonb,
        'monday', 7, 7, true, now() from users where email = ${email}`);
}
