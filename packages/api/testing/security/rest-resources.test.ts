import { type Rights, type TokenScope, withRights } from '@atrium/domain/people/access';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordImport } from '../../src/numbers/ingest/index.ts';
import { systemScope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { type Asked, askRest, createRestToken, serveRest } from './world/rest-server.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let fastify: FastifyInstance;
let reader: string;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  fastify = serveRest(world, stores.analytics);
  reader = await createToken(['sites:read', 'measurements:read', 'alerts:read']);
});

const createToken = (scopes: readonly TokenScope[]) => createRestToken(world, scopes);

const ask = (path: string, { token = reader, ...asked }: Partial<Asked> = {}) =>
  askRest(fastify, path, { ...asked, token });

const day = (offset: number) => new Date(world.clock.now() + offset * 86_400_000).toISOString().slice(0, 10);
const today = () => ({ conditions: [{ criterion: 'DATE', values: [`${day(0)}/${day(1)}`] }] });

it('current values are those of a query, with their site and zone, and unknown ones are left out', async () => {
  const answer = await ask('/sites/metrics');
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = answer.text.split('\n');
  const read = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => [/zone_id="(\d+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))]);
  const filters = today();
  const body = { metric: 'affluenceIn', filters, groupBy: [{ type: 'ZONE_ID' }] };
  const { data } = (await ask('/measurements/query', { method: 'POST', body })).json();
  const known = new Map(data.map(({ label, value }: { label: string; value: number }) => [label, value]));
  expect(read('atrium_entries_today').length).toBeGreaterThan(1);
  for (const [zone, value] of read('atrium_entries_today')) expect([zone, value]).toEqual([zone, known.get(zone)]);
  expect(read('atrium_co2').length).toBeGreaterThan(0);
  expect([read('atrium_temperature'), read('atrium_electricity_kwh_today')]).toEqual([[], []]);
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) atrium_\w+ .+|atrium_\w+\{(\w+="(\\.|[^"\\])*",?)+\} -?[\d.e+-]+|)$/);
});

describe('bulk streams', () => {
  const siteId = () => world.ours.ids.get('installations')?.[0] as number;
  const read = async (path: string) => {
    const answer = await ask(`/sites/${siteId()}${path}`, { token: bulk });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    return answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  let bulk: string;
  beforeAll(async () => {
    bulk = await createToken(['exports:read']);
  });

  it('have the readings of the days of a site as they were sent', async () => {
    const lines = await read(`/readings?from=${day(-1)}&to=${day(1)}`);
    const rows = await stores.analytics.query<{ at: number; value: number }>({
      sql: `SELECT toFloat64(at) AS at, value FROM readings FINAL WHERE organization = {o:UInt32}
        AND installation = {i:UInt32} AND at >= {from:Int64} AND at < {to:Int64} ORDER BY readings.at, metric, device`,
      params: {
        ...{ o: world.ours.organizationId, i: siteId() },
        // Days of the test world are within a day of UTC.
        ...{ from: Date.parse(day(-3)), to: Date.parse(day(3)) },
      },
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(lines.slice(0, -1).map(({ at, value }) => [Date.parse(at), value])).toEqual(
      rows.map(({ at, value }) => [at, value]),
    );
    expect(Object.keys(lines[0])).toEqual(['device', 'metric', 'at', 'value', 'interval', 'descriptors']);
    expect(lines.at(-1)).toEqual({ next: null });
  });

  it('leave out the readings of an undone import', async () => {
    const { services, clock, db, ours } = world;
    const scope = systemScope(ours.organizationId);
    const sites = await services.sites.topologies(scope);
    const pad = sites
      .find(({ installationId }) => installationId === siteId())
      ?.devices.find(({ kind }) => kind === 'pad');
    const path = `/readings?from=${day(-3)}&to=${day(1)}`;
    const before = await read(path);
    const recorded = recordImport({ db, clock, ingestion: services.ingestion }, scope, 'wrong.csv');
    const reading = {
      device: pad?.serial,
      metric: 'affluenceIn',
      at: `${day(-1)}T12:03:00Z`,
      value: 987,
      interval: 60,
    };
    expect(await recorded.send([reading])).toMatchObject({ ok: true, value: { accepted: 1, rejected: [] } });
    const importId = (await recorded.end()) ?? 0;
    expect((await read(path)).filter(({ value }) => value === 987)).toHaveLength(1);
    expect((await services.undoReadingsImport(scope, importId, 'wrong sensor')).ok).toBe(true);
    expect(await read(path)).toEqual(before);
  });

  it('have the quarter-hours of each zone, which add up to the days of a query', async () => {
    const lines = await read(`/quarter-hours?from=${day(0)}&to=${day(1)}&metrics=affluenceIn`);
    const conditions = [...today().conditions, { criterion: 'INSTALLATIONS', values: [String(siteId())] }];
    const body = { metric: 'affluenceIn', filters: { conditions }, groupBy: [{ type: 'ZONE_ID' }] };
    const { data } = (await ask('/measurements/query', { method: 'POST', body })).json();
    let known = 0;
    for (const { label, value } of data) {
      const own = lines.filter(({ zoneId }) => String(zoneId) === label);
      const values = own.flatMap((one) => (one.value === null ? [] : [one.value as number]));
      expect([label, own.length > 0, values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0)]).toEqual([
        label,
        true,
        value,
      ]);
      for (const one of own) expect('state' in one && one.value !== null).toBe(false);
      if (value !== null) known += 1;
    }
    expect(known).toBeGreaterThan(0);
  });

  it.each([
    ['from=2026-02-30', 'from'],
    ['from=2026-02-01&to=2026-02-01', 'to'],
    ['from=2026-02-01&to=2028-02-01', 'to'],
    ['after=x', 'after'],
    ['metrics=nothing', 'metrics'],
  ])('refuse %s', async (query, field) => {
    const answer = await ask(`/sites/${siteId()}/quarter-hours?${query}`, { token: bulk });
    expect([answer.status, answer.json()]).toMatchObject([400, { code: 'BAD_INPUT', field }]);
  });
});

describe('what is managed', () => {
  it('tokens are listed without secrets, and webhooks for those who see all sites', async () => {
    const token = await createToken(['admin']);
    const tokens = (await ask('/tokens?first=500', { token })).json().items;
    expect(tokens.find(({ publicId }: { publicId: string }) => publicId === token.slice(4, 20))).toMatchObject({
      ...{ name: 'Warehouse', isPersonal: false, scopes: ['admin'], siteIds: null },
      expiresAt: new Date(world.clock.now() + 30 * 86_400_000).toISOString(),
    });
    expect(JSON.stringify(tokens)).not.toMatch(/[sS]ecret|[hH]ash/);
    const webhooks = (await ask('/webhooks', { token })).json().items;
    expect(webhooks).toMatchObject([{ url: 'https://canary-webhook-ours.example/', events: ['alert.opened'] }]);
    const limited = await createRestToken(world, ['admin'], [world.ours.ids.get('installations')?.[0] as number]);
    expect((await ask('/webhooks', { token: limited })).json().items).toEqual([]);
  });

  it('exports are those of the owner of a token, and reports those that they may read', async () => {
    const person = await world.ours.scope('administrator');
    const wanted = { name: 'Laptop', scopes: ['exports:read'], lifetimeDays: 1 } as const;
    const created = await world.access.ingestKeys.createPersonal(person, wanted);
    if (!created.ok) throw new Error(created.error.message);
    const token = created.value.secret;
    const { items } = (await ask('/exports', { token })).json();
    expect(items.length).toBeGreaterThan(0);
    const service = await createToken(['exports:read']);
    expect((await ask('/exports', { token: service })).json().items).toEqual([]);
    expect((await ask('/reports', { token: service })).json().items.map(({ id }: { id: number }) => id)).toEqual(
      world.ours.ids.get('reports'),
    );
    const setRights = (rights: Rights) =>
      world.db.execute(
        sql`update profiles set rights = ${JSON.stringify(rights)}::jsonb where id = ${person.profileId}`,
      );
    expect((await ask('/reports', { token })).status).toBe(200);
    await setRights(withRights(person.rights, ['dashboard.report.read'], false));
    const refused = await ask('/reports', { token });
    await setRights(person.rights);
    expect([refused.status, refused.json().code]).toEqual([403, 'FORBIDDEN']);
  });
});

it('a number is explained as the assistants have it, and has what is expected', async () => {
  const siteId = world.ours.ids.get('installations')?.[0];
  const body = { siteId, metric: 'affluenceIn' };
  const explained = (await ask('/measurements/explain', { method: 'POST', body })).json();
  const conditions = [...today().conditions, { criterion: 'INSTALLATIONS', values: [String(siteId)] }];
  const query = { metric: 'affluenceIn', filters: { conditions } };
  const { data, coverage } = (await ask('/measurements/query', { method: 'POST', body: query })).json();
  expect([explained.data, explained.coverage]).toEqual([data, coverage]);
  expect(explained.readings).toBeGreaterThan(0);
  const total = explained.sources.reduce((sum: number, one: { readings: number }) => sum + one.readings, 0);
  expect(total).toBe(explained.readings);
  const expected = (await ask('/measurements/expected', { method: 'POST', body: query })).json();
  const compared = { ...query, compare: 'EXPECTED' };
  expect(expected).toEqual((await ask('/measurements/query', { method: 'POST', body: compared })).json());
  expect(expected.data[0].expected).toBeDefined();
});

it('the calendar is that of the page, by site and date', async () => {
  const wanted = { from: '2026-01-01', to: '2027-01-01', language: 'de' } as const;
  const entries = await world.services.siteCalendar(systemScope(world.ours.organizationId), wanted as never);
  if (!entries.ok) throw new Error(entries.error.message);
  expect(entries.value.length).toBeGreaterThan(0);
  const { items } = (await ask('/calendar?from=2026-01-01&to=2027-01-01&language=de')).json();
  expect(items).toEqual(
    entries.value.map(({ installationId: siteId, kind, name, first: firstDay, last: lastDay }) => ({
      ...{ siteId, kind, name, firstDay, lastDay },
    })),
  );
  expect((await ask('/calendar?from=2026-13-01')).json()).toMatchObject({ code: 'BAD_INPUT', field: 'from' });
});

describe('alerts', () => {
  const alertId = () => world.ours.ids.get('alerts')?.[0] as number;
  const eventId = () => world.ours.ids.get('alert_logs')?.[0] as number;
  const change = (path: string, body: unknown, token: string) => ask(path, { method: 'POST', body, token });

  it('are listed with their firings, newest first', async () => {
    const { items, next } = (await ask('/alerts')).json();
    expect([items.length, next]).toEqual([world.ours.ids.get('alerts')?.length, null]);
    expect((await ask(`/alerts/${alertId()}`)).json()).toEqual(items[0]);
    const events = (await ask(`/alerts/${alertId()}/events`)).json();
    expect(events.items).toMatchObject([{ id: eventId(), alertId: alertId(), begin: '2020-01-01T00:00:00.000Z' }]);
    const first = (await ask('/alerts?first=1')).json();
    const second = (await ask(`/alerts?first=1&after=${first.next}`)).json();
    expect([...first.items, ...second.items]).toEqual(items.slice(0, 2));
  });

  it('are acknowledged and muted by a token that may', async () => {
    const token = await createToken(['alerts:write']);
    const done = await change(`/alerts/${alertId()}/events/${eventId()}/acknowledge`, { note: 'on it' }, token);
    expect(done.json()).toMatchObject({ id: eventId(), acknowledgedAt: new Date(world.clock.now()).toISOString() });
    const until = new Date(world.clock.now() + 3_600_000).toISOString();
    const muted = await change(`/alerts/${alertId()}/mute`, { until, reason: 'works' }, token);
    expect(muted.json()).toMatchObject({ id: alertId(), mutedUntil: until });
    expect((await ask(`/alerts/${alertId()}`)).json().mutedUntil).toBe(until);
    const again = await change(`/alerts/${alertId()}/mute`, { until: null }, token);
    expect(again.json()).toMatchObject({ mutedUntil: null });
  });

  it.each<[unknown, string]>([
    [{ until: '2026-13-45T00:00:00Z' }, 'until'],
    [{ until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ until: 'tomorrow' }, 'until'],
    [{}, 'body'],
  ])('a mute %j is refused with the field', async (body, field) => {
    const answer = await change(`/alerts/${alertId()}/mute`, body, await createToken(['alerts:write']));
    expect([answer.status, answer.json()]).toMatchObject([400, { code: 'BAD_INPUT', field }]);
  });

  it('a firing of another alert is not found', async () => {
    const other = world.ours.ids.get('alerts')?.[1] as number;
    const token = await createToken(['alerts:write']);
    expect((await change(`/alerts/${other}/events/${eventId()}/acknowledge`, {}, token)).status).toBe(404);
  });
});
