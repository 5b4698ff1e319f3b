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
  await seedWebhook(db, organization, label);
}

async function seedWebhook(db: Database, organization: number, label: string): Promise<void> {
  const body = JSON.stringify({ type: 'webhook.test', data: { text: `Canary event ${label}` } });
  const tries = [{ at: 0, status: 200, ms: 1, body: `Canary response ${label}`, problem: null }];
  await db.execute(sql`insert into webhook_watches (organization_id, name, value)
    values (${organization}, 'device/0', ${`Canary watch ${label}`})`);
  await db.execute(sql`
    with webhook as (insert into webhooks (organization_id, url, events, created_at)
        values (${organization}, ${`https://canary-webhook-${label}.example/`}, '{alert.opened}', now()) returning id),
      event as (insert into webhook_events (organization_id, type, event_key, message_id, body, at)
        values (${organization}, 'webhook.test', ${`canary-event-${label}`}, ${`msg_canary_${label}`}, ${body}, now()) returning id)
    insert into webhook_deliveries (organization_id, webhook_id, event_id, state, tries, created_at, due_at)
      select ${organization}, webhook.id, event.id, 'delivered', ${JSON.stringify(tries)}::jsonb, now(), now() from webhook, event`);
}
