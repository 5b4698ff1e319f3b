import { parseContent } from '@atrium/domain/pages/content';
import { sql } from 'drizzle-orm';
import { systemScope } from '../../../src/platform/tenancy/index.ts';
import { defaultInboxLimits } from '../../../src/setup/devices/packets/store-packet.ts';
import { applySiteFile } from '../../../src/setup/site-files/index.ts';
import { loadIds, type Tenant, type World } from './test-world.ts';

/** Days of readings at grown sites. */
const historyDays = 30;

export interface Grown {
  readonly tenant: Tenant;
  readonly readings: number;
}

/**
 * Grows an organization to a typical size: sites with nested zones, doors and sensors, weeks of readings at some sites,
 * and long logs.
 */
export async function growOrganization({ db, services, clock }: World, tenant: Tenant, sites: number): Promise<Grown> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from organizations where id = ${tenant.organizationId}`,
  );
  const file = JSON.stringify({
    organization: rows[0],
    tags: { Use: ['retail', 'office', 'storage'], Floor: ['ground', 'first'] },
    installations: Array.from({ length: sites }, (_, index) => siteOf(index)),
  });
  const outcome = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  if (!outcome.applied) throw new Error(JSON.stringify(outcome.problems));
  await lengthenLogs(db, tenant);
  await lengthenTexts(db, tenant);
  let readings = 0;
  const now = clock.now();
  for (let site = 0; site < 3; site += 1) {
    const raw = Array.from({ length: historyDays * 288 }, (_, index) => ({
      device: `GROWN-PAD-${site}-${index % 2}`,
      metric: index % 4 < 2 ? 'affluenceIn' : 'affluenceOut',
      at: new Date(now - (index + 1) * 300_000).toISOString(),
      value: index % 7,
      interval: 300,
    }));
    const taken = await services.ingestion.ingestReadings(systemScope(tenant.organizationId), null, raw, now);
    if (!taken.ok || taken.value.accepted !== raw.length) throw new Error(JSON.stringify(taken).slice(0, 500));
    readings += raw.length;
  }
  await services.ingestion.drain();
  return { tenant: { ...tenant, ids: await loadIds(db, tenant.organizationId) }, readings };
}

function siteOf(index: number) {
  const rooms = Array.from({ length: 6 }, (_, room) => ({ key: `room-${room}`, area: 40, tags: ['Use/retail'] }));
  return {
    key: `grown-${index}`,
    name: `Grown ${index}`,
    timezone: 'Europe/Zurich',
    creationDate: '2020-01-01',
    zones: [{ key: 'all', area: 400, limit: 100, tags: ['Floor/ground', 'Use/office'], zones: rooms }],
    passages: [0, 1, 2].map((door) => ({
      key: `door-${door}`,
      from: door === 0 ? 'outside' : 'all',
      to: `room-${door}`,
    })),
    devices: [
      ...[0, 1, 2].map((door) => ({ serial: `GROWN-PAD-${index}-${door}`, kind: 'pad', passage: `door-${door}` })),
      { serial: `GROWN-AIR-${index}`, kind: 'atmosphere', zone: 'room-0' },
      { serial: `GROWN-METER-${index}`, kind: 'meter', zone: 'all', metric: 'electricityConsumption' },
    ],
    events: [1, 2].map((event) => ({
      name: `Grown event ${event}`,
      dateBegin: '2026-01-01',
      dateEnd: '2026-02-01',
      metrics: ['affluenceIn'],
    })),
  };
}

/** Logs that grow without limit: existing entries are copied this many times, a minute apart. */
const logs = { alert_logs: 1000, alert_transitions: 1000, audit_entries: 40 };

async function lengthenLogs(db: World['db'], { organizationId }: Tenant): Promise<void> {
  for (const [table, times] of Object.entries(logs)) {
    const { rows } = await db.execute<{ name: string; type: string }>(
      sql`select column_name as name, data_type as type from information_schema.columns
          where table_schema = 'public' and table_name = ${table} and is_identity = 'NO'`,
    );
    const names = rows.map(({ name }) => sql.identifier(name));
    const values = rows.map(({ name, type }) =>
      type.startsWith('timestamp') ? sql`${sql.identifier(name)} + nth * interval '1 minute'` : sql.identifier(name),
    );
    await db.execute(sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)})
      select ${sql.join(values, sql`, `)} from ${sql.identifier(table)}, generate_series(1, ${times}) as nth
      where organization_id = ${organizationId}`);
  }
}

/** Extends texts written by people and devices to their maximum length. */
async function lengthenTexts(db: World['db'], { organizationId }: Tenant): Promise<void> {
  const widget = (id: number) => ({ version: 1, id, order: id, type: 'weather', title: 'W'.repeat(200) });
  const widgets = Array.from({ length: 95 }, (_, id) => widget(id + 1));
  const page = (name: string) => ({ key: name, name, icon: null, widgets, filters: [] });
  const pages = Array.from({ length: 19 }, (_, index) => page(`page-${index}`));
  const content = { name: 'Grown', icon: null, isOwn: false, installationId: null, roleIds: null, pages };
  const parsed = parseContent(content);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error[0]));
  for (const table of ['dashboard_drafts', 'dashboard_versions'])
    await db.execute(sql`update ${sql.identifier(table)} set content = ${JSON.stringify(content)}::jsonb
      where organization_id = ${organizationId}`);
  const body = 'x'.repeat(defaultInboxLimits.bytesPerDevice / 50);
  await db.execute(sql`insert into device_packets (sender_id, received_at, at, body, contents, bytes, digest)
    select device_senders.id, now(), now(), ${body}, '{"packet": null}', ${body.length}, nth::text from device_senders, generate_series(1, 49) as nth
    where organization_id = ${organizationId}`);
}
