import { addDays, type LocalDate, type OrganizationId, startOfSiteDay } from '@atrium/domain/core';
import type { PartialRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { Services } from '../../app/services.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { store } from '../testing/store.ts';
import { readTargetProgress } from './read-progress.ts';
import { readTargets } from './read-targets.ts';
import { importTargets, setTargets } from './set-targets.ts';

const stores = useTestStores();
/** A Wednesday, at noon in Zürich. */
const now = Date.parse('2026-09-16T12:00:00+02:00');
const today = '2026-09-16' as LocalDate;
let services: Services;
let scope: Scope;
let otherScope: Scope;
let ids: Readonly<Record<string, number>>;

const siteFileOf = (name: string) => `
organization: { name: ${name} }
installations:
  - key: shop
    name: Shop
    timezone: Europe/Zurich
    openingHours: always
    creationDate: 2026-01-01
    closedDates: [2026-09-23]
    zones: [{ key: all, name: All }, { key: corner, name: Corner, parents: [all] }]
    passages:
      - { key: front, name: Front, from: outside, to: all }
      - { key: arch, name: Arch, from: all, to: corner }
    devices:
      - { serial: ${name}-FRONT, kind: pad, name: Front counter, passage: front, interval: 3600 }
      - { serial: ${name}-ARCH, kind: pad, name: Arch counter, passage: arch, interval: 3600 }
  - key: gap
    name: Gap
    timezone: Europe/Zurich
    openingHours: always
    creationDate: 2026-01-01
    zones: [{ key: hall, name: Hall }]
    passages: [{ key: door, name: Door, from: outside, to: hall }]
    devices: [{ serial: ${name}-DOOR, kind: pad, name: Door counter, passage: door, interval: 3600 }]
`;

beforeAll(async () => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, aClock(now));
  const apply = async (name: string) => {
    const options = { dryRun: false, prune: false, within: null };
    const { organizationId, problems } = await applySiteFile(services.provisioning, siteFileOf(name), options);
    expect(problems).toEqual([]);
    return systemScope(organizationId as OrganizationId);
  };
  scope = await apply('Targets');
  otherScope = await apply('Others');
  const topologies = await services.sites.topologies(scope);
  const [shop, gap] = ['Shop', 'Gap'].map((name) => topologies.find((one) => one.name === name)) as [
    (typeof topologies)[0],
    (typeof topologies)[0],
  ];
  ids = {
    shop: shop.installationId,
    gap: gap.installationId,
    corner: shop.zones.find(({ key }) => key === 'corner')?.id ?? 0,
  };
  const deviceOf = (site: typeof shop, name: string) => site.devices.find((one) => one.name === name)?.id ?? 0;
  for (const [site, name, value] of [
    [shop, 'Front counter', 10],
    [shop, 'Arch counter', 2],
    [gap, 'Door counter', 5],
  ] as const) {
    const readings = [];
    const silentFrom = startOfSiteDay(site, addDays(today, -4));
    for (let at = startOfSiteDay(site, addDays(today, -120)); at + 3_600_000 <= now; at += 3_600_000)
      if (site !== gap || at < silentFrom || at >= silentFrom + 86_400_000)
        readings.push({ device: deviceOf(site, name), metric: 'affluenceIn', at, value, interval: 3600 });
    await store(stores.analytics, site, readings);
  }
}, 60_000);

const target = (installationId: number, value: number | null, zoneId: number | null = null, month = '2026-09') => ({
  ...{ installationId, zoneId, metric: 'affluenceIn', month, value },
});
const progressOf = async (month: string, viewer = scope) => {
  const read = await readTargetProgress({ ...services, db: stores.relational.db, clock: aClock(now) }, viewer, {
    month,
    metric: null,
  });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

describe('progress', () => {
  beforeAll(async () => {
    const all = [
      target(ids.shop as number, 7000),
      target(ids.shop as number, 1400, ids.corner),
      target(ids.gap as number, 3000),
    ];
    const dependencies = { ...services, db: stores.relational.db, clock: aClock(now) };
    expect(await setTargets(dependencies, scope, [...all, target(ids.shop as number, 7300, null, '2026-10')])).toEqual({
      ok: true,
      value: 4,
    });
  });

  test('adds up what is known, what is due, and what is usually still to come', async () => {
    const found = await progressOf('2026-09');
    // 240 a day; 15 days and twelve hours are over, and one of the 14 ahead is closed.
    const [shop, corner] = [found[0], found.find(({ zoneId }) => zoneId !== null)];
    expect(shop?.progress).toMatchObject({
      soFar: 15.5 * 240,
      headingFor: 15.5 * 240 + 120 + 13 * 240,
      missingDays: 0,
    });
    expect(shop?.progress.dueByNow).toBeCloseTo((15.5 / 29) * 7000, -1);
    expect(shop?.progress.days.reduce((sum, part) => sum + part, 0)).toBe(7000);
    expect(shop?.progress.days[22]).toBe(0);
    expect(corner?.progress).toMatchObject({ soFar: 15.5 * 48, headingFor: 15.5 * 48 + 24 + 13 * 48 });
  });

  test('is unknown where a day is missing, and says so', async () => {
    const gap = (await progressOf('2026-09')).find(({ installationId }) => installationId === ids.gap);
    expect(gap?.progress).toMatchObject({ soFar: null, headingFor: null, missingDays: 1 });
    expect(gap?.progress.dueByNow).toBeCloseTo((15.5 / 30) * 3000, -1);
  });

  test('of a month ahead is what is usual', async () => {
    const [ahead] = await progressOf('2026-10');
    expect(ahead?.progress).toMatchObject({ soFar: null, dueByNow: 0, headingFor: 31 * 240, missingDays: 0 });
  });
});

const setting = (all: Parameters<typeof setTargets>[2], viewer = scope) =>
  setTargets({ ...services, db: stores.relational.db, clock: aClock(now) }, viewer, all);
const list = async (viewer = scope, from = '2027-01', to = '2027-12') => {
  const read = await readTargets({ ...services, db: stores.relational.db }, viewer, {
    metric: 'affluenceIn',
    from,
    to,
  });
  return read.ok
    ? read.value.map(({ installationId, zoneId, month, value }) => [installationId, zoneId, month, value])
    : read.error.code;
};

describe('setting targets', () => {
  test('replaces, rounds and removes them, and is recorded once for each site', async () => {
    const [shop, gap, corner] = [ids.shop as number, ids.gap as number, ids.corner as number];
    const first = [
      target(shop, 10.4, null, '2027-01'),
      target(shop, 20, corner, '2027-01'),
      target(gap, 30, null, '2027-02'),
    ];
    expect(await setting(first)).toEqual({ ok: true, value: 3 });
    expect(await list()).toEqual([
      [shop, null, '2027-01', 10],
      [shop, corner, '2027-01', 20],
      [gap, null, '2027-02', 30],
    ]);
    const { rows } = await stores.relational.pool.query(
      `select details, installation_id from audit_entries where organization_id = $1 and action = 'targets.changed' order by id desc limit 2`,
      [scope.organizationId],
    );
    expect(rows).toEqual([
      { details: { name: 'Gap', targets: 1 }, installation_id: gap },
      { details: { name: 'Shop', targets: 2 }, installation_id: shop },
    ]);
    expect(
      await setting([
        target(shop, 11, null, '2027-01'),
        target(shop, null, corner, '2027-01'),
        target(gap, null, null, '2027-02'),
      ]),
    ).toMatchObject({ ok: true });
    expect(await list()).toEqual([[shop, null, '2027-01', 11]]);
    // The last one given counts.
    await setting([target(shop, 1, null, '2027-01'), target(shop, 2, null, '2027-01')]);
    expect(await list()).toEqual([[shop, null, '2027-01', 2]]);
  });

  test.each([
    ['a metric whose days do not add up', { metric: 'temperature' }, 'BAD_INPUT'],
    ['no metric', { metric: 'nothing' }, 'BAD_INPUT'],
    ['no month', { month: '2027-13' }, 'BAD_INPUT'],
    ['less than nothing', { value: -1 }, 'BAD_INPUT'],
    ['an unknown site', { installationId: 1 << 30 }, 'NOT_FOUND'],
    ['an unknown zone', { zoneId: 1 << 30 }, 'NOT_FOUND'],
  ])('refuses %s, and then changes nothing', async (_, changed, code) => {
    const before = await list();
    const result = await setting([
      target(ids.gap as number, 77, null, '2027-03'),
      { ...target(ids.shop as number, 5, null, '2027-03'), ...changed },
    ]);
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(await list()).toEqual(before);
  });

  test('of another organization, or of a site that is not seen, is refused, and theirs are not shown', async () => {
    const limited = { ...scope, installationIds: [ids.gap] } as unknown as Scope;
    for (const viewer of [otherScope, limited]) {
      expect(await setting([target(ids.shop as number, 1)], viewer)).toMatchObject({
        ok: false,
        error: { code: 'NOT_FOUND' },
      });
      expect(await list(viewer)).toEqual([]);
    }
    expect((await progressOf('2026-09', limited)).map(({ installationId }) => installationId)).toEqual([ids.gap]);
    expect(await progressOf('2026-09', otherScope)).toEqual([]);
  });

  test('is refused for more than 5,000 at once, and reading for more than two years', async () => {
    const many = Array.from({ length: 5001 }, () => target(ids.shop as number, 1));
    expect(await setting(many)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
    expect(await list(scope, '2027-01', '2029-01')).toBe('BAD_INPUT');
    expect(await list(scope, '2027-02', '2027-01')).toBe('BAD_INPUT');
  });
});

describe('importing targets', () => {
  const importing = (text: string) =>
    importTargets({ ...services, db: stores.relational.db, clock: aClock(now) }, scope, text);

  const countAudited = async () => {
    const { rows } = await stores.relational.pool.query(
      `select count(*)::int as count from audit_entries where organization_id = $1 and action = 'targets.changed'`,
      [scope.organizationId],
    );
    return (rows[0] as { count: number }).count;
  };

  test('stores all lines, or none if one has a fault', async () => {
    const before = await list(scope, '2028-01', '2028-12');
    const audited = await countAudited();
    expect(await importing('shop;visitors;2028-01;500\nshop;visitors;2028-02;x')).toEqual({
      ok: true,
      value: { stored: 0, faults: [{ line: 2, fault: 'value', text: 'x' }] },
    });
    expect(await list(scope, '2028-01', '2028-12')).toEqual(before);
    expect(await countAudited()).toBe(audited);
    expect(await importing('shop;visitors;2028-01;500\nGap;visitors;2028-02;600;Hall')).toMatchObject({
      value: { stored: 2 },
    });
    expect(await list(scope, '2028-01', '2028-12')).toHaveLength(2);
    expect(await countAudited()).toBe(audited + 2);
    expect(await importing('x'.repeat(1_000_001))).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });
});

test('through the API: those who may set up sites change targets, everybody who sees numbers reads them', async () => {
  const schema: GraphQLSchema = buildSchemas(services.modules).main;
  const ask = async (source: string, rights: PartialRights, variableValues = {}) => {
    const contextValue = { scope: { ...scope, role: 'user', rights }, signal: new AbortController().signal };
    const { data, errors } = await graphql({ schema, source, variableValues, contextValue: contextValue as never });
    return errors ? errors.map(({ extensions }) => extensions?.code) : data;
  };
  const mutation = 'mutation ($targets: [TargetInput!]!) { setTargets(targets: $targets) }';
  const targets = [{ installationId: ids.shop, metric: 'affluenceIn', month: '2029-01', value: 9 }];
  const setUp = { organization: { general: { edit: true } } } as PartialRights;
  const reads = { dashboard: { sensor: { read: true } } } as PartialRights;
  expect(await ask(mutation, setUp, { targets })).toEqual({ setTargets: 1 });
  expect(await ask(mutation, reads, { targets })).toEqual(['FORBIDDEN']);
  expect(await ask('mutation { importTargets(text: "shop;visitors;2029-02;5") { stored } }', reads)).toEqual([
    'FORBIDDEN',
  ]);
  const query =
    '{ targets(metric: "affluenceIn", firstMonth: "2029-01", lastMonth: "2029-12") { month value zoneId } }';
  expect(await ask(query, reads)).toEqual({ targets: [{ month: '2029-01', value: 9, zoneId: null }] });
  const progress =
    '{ targetProgress(month: "2026-09", metric: "affluenceIn") { target soFar days { date target value } } }';
  expect(await ask(progress, reads)).toMatchObject({ targetProgress: [{ target: 7000, soFar: 3720 }, {}, {}] });
});
