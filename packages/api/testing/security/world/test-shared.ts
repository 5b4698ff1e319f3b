import { sql } from 'drizzle-orm';
import type { Database } from '../../../src/platform/relational/relational-store.ts';

/**
 * Inserts objects that apply to all sites of an organization: a recipient list for every site's alerts, and a dashboard
 * of all sites.
 */
export async function seedShared(db: Database, organization: number, label: string): Promise<void> {
  await db.execute(sql`
    with list as (insert into alert_plannings (organization_id, name) values (${organization}, ${`Canary shared list ${label}`}) returning id)
    insert into alert_planning_links (alert_id, planning_id)
      select alerts.id, list.id from alerts, list where organization_id = ${organization}`);
  const widget = { version: 1, id: 1, order: 0, type: 'weather', title: `Canary shared widget ${label}` };
  const page = { key: 'shared', name: `Canary shared page ${label}`, icon: null, widgets: [widget], filters: [] };
  const name = `Canary shared dashboard ${label}`;
  const content = JSON.stringify({
    name,
    icon: null,
    isOwn: false,
    installationId: null,
    roleIds: null,
    pages: [page],
  });
  await db.execute(sql`
    with dashboard as (insert into dashboards (organization_id, key, kind, name, last_modified)
        values (${organization}, ${`canary-shared-${label}`}, 'organisation', ${name}, now()) returning id),
      page as (insert into pages (organization_id, dashboard_id, key, name, "order", widgets, widget_global_filters)
        select ${organization}, id, 'shared', ${page.name}, 0, ${JSON.stringify([widget])}::jsonb, '[]'::jsonb from dashboard),
      draft as (insert into dashboard_drafts (organization_id, dashboard_id, content, version, is_touched, changed_at)
        select ${organization}, id, ${content}::jsonb, 1, true, now() from dashboard)
    insert into dashboard_versions (organization_id, dashboard_id, version, content, published_at)
      select ${organization}, id, 1, ${content}::jsonb, now() from dashboard`);
}
