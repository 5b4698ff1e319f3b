import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/platform/relational/relational-store.ts';
import type { SiteLabel } from './test-sites.ts';

/** Inserts a dashboard about one site, with a page that shows it. */
export async function seedDashboard(db: Database, organization: number, site: number, label: SiteLabel): Promise<void> {
  const widget = {
    version: 1,
    id: 1,
    order: 0,
    type: 'lineChart',
    title: `Canary widget ${label}`,
    metrics: [{ type: 'affluenceIn' }],
    configuration: { installationId: site },
  };
  const filter = { type: 'gender' };
  await db.execute(sql`
    with dashboard as (insert into dashboards (organization_id, key, kind, name, icon, installation_id, last_modified)
        values (${organization}, ${`canary-dashboard-${label}`}, 'organisation', ${`Canary dashboard ${label}`}, ${`canary-icon-${label}`}, ${site}, now())
        returning id)
    insert into pages (organization_id, dashboard_id, key, name, "order", widgets, widget_global_filters)
      select ${organization}, id, ${`canary-page-${label}`}, ${`Canary page ${label}`}, 0,
        ${JSON.stringify([widget])}::jsonb, ${JSON.stringify([filter])}::jsonb from dashboard`);
  await seedDraft(db, organization, site, label);
}

/** Inserts a draft and an earlier version of that dashboard. */
async function seedDraft(db: Database, organization: number, site: number, label: SiteLabel): Promise<void> {
  const widget = { version: 1, id: 1, order: 0, type: 'weather', title: `Canary draft widget ${label}` };
  const content = (name: string) =>
    JSON.stringify({
      name: `Canary ${name} ${label}`,
      icon: null,
      isOwn: false,
      installationId: site,
      roleIds: null,
      pages: [
        { key: `canary-page-${label}`, name: `Canary page ${label}`, icon: null, widgets: [widget], filters: [] },
      ],
    });
  await db.execute(sql`
    insert into dashboard_drafts (organization_id, dashboard_id, content, version, is_touched, changed_at)
      select ${organization}, id, ${content('draft')}::jsonb, 1, true, now() from dashboards
      where organization_id = ${organization} and installation_id = ${site}`);
  await db.execute(sql`
    insert into dashboard_versions (organization_id, dashboard_id, version, content, published_at)
      select ${organization}, id, 1, ${content('version')}::jsonb, now() from dashboards
      where organization_id = ${organization} and installation_id = ${site}`);
}

/** Inserts a bookmark, a muted line and a short link of one user. */
export async function seedShortcuts(db: Database, organization: number, email: string, label: string): Promise<void> {
  await db.execute(sql`
    insert into pins (organization_id, user_id, title, url, "order")
      select ${organization}, id, ${`Canary pin ${label}`}, ${`/counting?canary-pin=${label}`}, 0 from users where email = ${email}`);
  await db.execute(sql`
    insert into muted_lines (organization_id, user_id, key, until)
      select ${organization}, id, ${`Canary muted ${label}`}, '2100-01-01' from users where email = ${email}`);
  await db.execute(sql`
    insert into short_links (organization_id, code, path, query, token_parameter, created_by, created_at, expires_at)
      select ${organization}, ${`canary-code-${label}-----`.slice(0, 22)}, ${`/canary-path-${label}`}, ${`?canary-query=${label}`},
        ${`canary-token-${label}`}, id, now(), '2100-01-01' from users where email = ${email}`);
}
