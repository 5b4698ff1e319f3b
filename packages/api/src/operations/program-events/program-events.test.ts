import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import type { Services } from '../../app/services.ts';
import { webhookEvents, webhooks } from '../../people/webhooks/webhooks.schema.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { emitChangedDays } from './emit-changed-days.ts';
import { emitSensorEvents } from './emit-sensor-events.ts';

const stores = useTestStores();
const clock = aClock('2026-03-26T20:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
let services: Services;
let scope: Scope;

const siteFile = (doors: readonly string[]) => `
organization: { name: Events }
installations:
  - key: shop
    name: Shop
    timezone: Europe/Zurich
    openingHours: always
    creationDate: 2026-01-01
    zones: [{ key: all, name: All }]
    passages:
${doors.map((door) => `      - { key: ${door}, name: ${door}, from: outside, to: all }`).join('\n')}
    devices:
${doors.map((door) => `      - { serial: ${door.toUpperCase()}, kind: pad, name: Counter ${door}, passage: ${door}, interval: 300 }`).join('\n')}
`;

const apply = async (doors: readonly string[], prune = false) => {
  const options = { dryRun: false, prune, within: null };
  const { organizationId, problems } = await applySiteFile(services.provisioning, siteFile(doors), options);
  expect(problems).toEqual([]);
  return organizationId as OrganizationId;
};

beforeAll(async () => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  scope = systemScope(await apply(['front', 'back']));
}, 60_000);

beforeEach(async () => {
  const { db } = stores.relational;
  await db.delete(webhooks);
  await subscribe(scope.organizationId);
});

const subscribe = (organizationId: number) =>
  stores.relational.db.insert(webhooks).values({
    organizationId,
    url: 'https://receiver.example/',
    events: ['device.silent', 'device.back', 'measurement.changed'],
    createdAt: new Date(clock.now()),
  });

const dependencies = () => ({ ...services, db: stores.relational.db, analytics: stores.analytics, clock });

/** Sends five-minute readings that end up to the present. */
async function send(serial: string, from: number, to: number) {
  const raw = [];
  for (let at = from; at + 5 * minute <= to; at += 5 * minute)
    raw.push({ device: serial, at: new Date(at).toISOString(), metric: 'affluenceIn', value: 1, interval: 300 });
  const stored = await services.ingestion.ingestReadings(scope, null, raw, clock.now());
  if (!stored.ok || stored.value.rejected.length > 0) throw new Error(JSON.stringify(stored));
}

async function emitted() {
  await emitSensorEvents(dependencies());
  await emitChangedDays(dependencies());
  const rows = await stores.relational.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.organizationId, scope.organizationId))
    .orderBy(asc(webhookEvents.id));
  await stores.relational.db.delete(webhookEvents);
  return rows.map(({ type, body }) => ({ type, data: JSON.parse(body).data }));
}

describe('events of sensors', () => {
  it('a silence is reported once, across midnight too, and so is its end', async () => {
    const start = clock.now();
    clock.time += 2 * hour;
    for (const serial of ['FRONT', 'BACK']) await send(serial, start - 24 * hour, clock.now());
    expect(await emitted()).toEqual([]);
    const silentFrom = clock.now();
    // A quarter of an hour may only be late.
    clock.time += 14 * minute;
    await send('FRONT', silentFrom, clock.now());
    expect(await emitted()).toEqual([]);
    clock.time += 26 * minute;
    await send('FRONT', silentFrom, clock.now());
    expect(await emitted()).toMatchObject([
      {
        type: 'device.silent',
        data: { serial: 'BACK', device: 'Counter back', site: 'Shop', since: new Date(silentFrom).toISOString() },
      },
    ]);
    // 23:40 in Zürich becomes the next day.
    for (let turn = 0; turn < 6; turn += 1) {
      clock.time += 10 * minute;
      await send('FRONT', silentFrom, clock.now());
      expect(await emitted()).toEqual([]);
    }
    await send('BACK', clock.now() - 20 * minute, clock.now());
    expect(await emitted()).toMatchObject([
      {
        type: 'device.back',
        data: {
          serial: 'BACK',
          since: new Date(silentFrom).toISOString(),
          until: new Date(clock.now()).toISOString(),
        },
      },
    ]);
    expect(await emitted()).toEqual([]);
  });

  it('nothing is reported while the numbers cannot be read, because unknown is not back', async () => {
    clock.time += hour;
    await send('FRONT', clock.now() - hour, clock.now());
    expect(await emitted()).toMatchObject([{ type: 'device.silent', data: { serial: 'BACK' } }]);
    const answerQueries: Services['answerQueries'] = async (_scope, queries) =>
      queries.map(() => ({ ok: false, error: { code: 'OVERLOADED', message: 'busy' } }) as never);
    await emitSensorEvents({ ...dependencies(), answerQueries });
    expect(await emitted()).toEqual([]);
    await send('BACK', clock.now() - hour, clock.now());
    expect(await emitted()).toMatchObject([{ type: 'device.back' }]);
  });
});

describe('events of changed days', () => {
  it('name the days of late readings, once, and not those of today', async () => {
    await services.rollups.rollAll(scope.organizationId, clock.now());
    clock.time += 2 * minute;
    await emitted();
    clock.time += 5 * minute;
    await send('FRONT', clock.now() - hour, clock.now());
    await send('BACK', clock.now() - hour, clock.now());
    await services.rollups.rollAll(scope.organizationId, clock.now());
    clock.time += 2 * minute;
    expect(await emitted()).toEqual([]);
    const late = Date.parse('2026-03-20T10:00:00Z');
    await send('FRONT', late, late + hour);
    await services.rollups.rollAll(scope.organizationId, clock.now());
    clock.time += 2 * minute;
    const [site] = await services.sites.topologies(scope);
    expect(await emitted()).toEqual([
      { type: 'measurement.changed', data: { siteId: site?.installationId, days: ['2026-03-20', '2026-03-21'] } },
    ]);
    expect(await emitted()).toEqual([]);
  });

  it('leave out what changed while no program asked for it', async () => {
    await emitted();
    await stores.relational.db.delete(webhooks);
    expect(await emitted()).toEqual([]);
    clock.time += 5 * minute;
    const late = Date.parse('2026-03-18T10:00:00Z');
    await send('FRONT', late, late + hour);
    await services.rollups.rollAll(scope.organizationId, clock.now());
    clock.time += 2 * minute;
    await subscribe(scope.organizationId);
    expect((await emitted()).filter(({ type }) => type === 'measurement.changed')).toEqual([]);
  });
});

it('an organization that fails keeps no other waiting', async () => {
  const { db } = stores.relational;
  const [other] = await db.insert(organizations).values({ name: 'Broken' }).returning();
  await subscribe(other?.id as number);
  const seen: number[] = [];
  const answerQueries: Services['answerQueries'] = async ({ organizationId }) => {
    seen.push(organizationId);
    throw new Error('broken');
  };
  await expect(emitSensorEvents({ ...dependencies(), answerQueries })).rejects.toThrow('broken');
  expect(new Set(seen)).toEqual(new Set([other?.id, scope.organizationId]));
});
