import { addDays, type InstallationId, type LocalDate, type OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { graphql } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { buildSchemas } from '../../app/schema.ts';
import { createServices, type Services } from '../../app/services.ts';
import { testLinks } from '../../people/notifications/testing/test-links.ts';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { testDrawing } from '../../platform/testing/test-drawing.ts';
import { testFiles } from '../../platform/testing/test-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { receiptsStore } from './receipts.store.ts';

const stores = useTestStores();
/** Noon of a day in March: February is over, and March has ten days so far. */
const now = Date.parse('2026-03-10T11:00:00Z');
let services: Services;
let organizationId: OrganizationId;
let shops: Readonly<Record<string, InstallationId>> = {};

const shop = (key: string, currency: string, hours = '') => `
  - key: ${key}
    name: ${key}
    timezone: Europe/Zurich
    currency: ${currency}${hours}
    zones: [{ key: ${key}-floor, name: Floor }]
    passages:
      - { key: ${key}-door, from: outside, to: ${key}-floor }
      - { key: ${key}-street, footfallOf: ${key}-floor }
    devices:
      - { serial: ${key}-PAD, kind: pad, passage: ${key}-door, interval: 86400 }
      - { serial: ${key}-STREET, kind: pad, passage: ${key}-street, interval: 86400 }`;

/** Open on Saturdays, and closed on one of them. */
const weekends = `
    openingHours: { sat: ["10:00-18:00"] }
    closedDates: ["2026-03-07"]`;

beforeAll(async () => {
  services = createServices({
    db: stores.relational.db,
    analytics: stores.analytics,
    bus: createInProcessBus({ error: () => {} }),
    clock: aClock(now),
    files: testFiles().store,
    drawing: testDrawing(),
    secret: 'only for tests, only for tests, only for tests',
    funnelDemo: ['Shown'],
    links: testLinks,
    logError: () => {},
  });
  const file = `organization: { name: Funnels }\ninstallations:${shop('here', 'CHF')}${shop('there', 'CHF')}${shop('abroad', 'EUR')}${shop('steady', 'CHF')}${shop('weekly', 'CHF', weekends)}\n`;
  const applied = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  expect(applied.problems).toEqual([]);
  organizationId = applied.organizationId as OrganizationId;
  const topologies = await services.sites.topologies(systemScope(organizationId));
  shops = Object.fromEntries(topologies.map(({ name, installationId }) => [name, installationId]));
  await counted('here-PAD', 'affluenceIn', '2026-02-11', 100);
  await counted('here-STREET', 'affluenceIn', '2026-02-11', 400);
  await counted('there-PAD', 'affluenceIn', '2026-02-12', 300);
  await counted('there-STREET', 'affluenceIn', '2026-02-12', 600);
  await sold('here', '2026-02-11', 20, 50);
  await sold('there', '2026-02-12', 30, 10);
  await sold('abroad', '2026-02-12', 5, 10);
  // The two are 52 weeks apart, so that weekdays match.
  await everyDay('2026-02-01', 10, 20);
  await everyDay('2025-02-02', 8, 10);
});

/** Adds entries and a receipt per day for four weeks. */
async function everyDay(first: string, entries: number, turnover: number) {
  const days = Array.from({ length: 28 }, (_, day) => addDays(first, day));
  for (const day of days) await counted('steady-PAD', 'affluenceIn', day, entries);
  const place = { organizationId, installationId: shops.steady as InstallationId };
  const store = receiptsStore(stores.relational.db);
  await store.put(
    place,
    days.map((day) => ({ receipt: day, soldAt: midnight(day) + 1000, items: 1, turnover, currency: 'CHF' })),
  );
  await store.cover(place, days);
}

const midnight = (date: string) => Date.parse(`${date}T00:00:00+01:00`);

async function counted(device: string, metric: string, date: string, value: number) {
  const raw = [{ device, metric, at: new Date(midnight(date)).toISOString(), value }];
  const stored = await services.ingestion.ingestReadings(systemScope(organizationId), null, raw, now);
  if (!stored.ok || stored.value.rejected.length > 0) throw new Error(JSON.stringify(stored));
}

/** Adds receipts of two items each on one day, and none in the rest of its month. */
async function sold(key: string, date: string, count: number, turnover: number) {
  const currency = key === 'abroad' ? 'EUR' : 'CHF';
  const place = { organizationId, installationId: shops[key] as InstallationId };
  const store = receiptsStore(stores.relational.db);
  await store.put(
    place,
    Array.from({ length: count }, (_, index) => ({
      receipt: `${key} ${index}`,
      soldAt: midnight(date) + 10 * 3_600_000,
      items: 2,
      turnover,
      currency,
    })),
  );
  const days = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}` as LocalDate);
  await store.cover(place, days);
}

const figures = `pedestrian captureRate affluenceIn conversionRate numberOfOrders numberOfGoodsSold turnover avgBasketPrice
  avgBasketSize salesIndex currency soldDays { known all }`;

async function ask(
  source: string,
  siteIds: readonly (number | undefined)[],
  dates: readonly string[],
  of = organizationId,
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
): Promise<any> {
  const answer = await graphql({
    schema: buildSchemas(services.modules).hub,
    source,
    contextValue: { scope: systemScope(of), tokenProblem: null, address: '' },
    variableValues: { siteIds, dates },
  });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? message) ?? answer.data;
}

const ofSites = (keys: readonly string[], dates: readonly string[]) =>
  ask(
    `query ($siteIds: [Int!]!, $dates: [String!]!) { salesFunnelMetrics(siteIds: $siteIds, dates: $dates) { siteId ${figures} } }`,
    keys.map((key) => shops[key]),
    dates,
  );
const ofAll = (keys: readonly string[], dates: readonly string[]) =>
  ask(
    `query ($siteIds: [Int!]!, $dates: [String!]!) { salesFunnelMetricsTotal(siteIds: $siteIds, dates: $dates) { ${figures} } }`,
    keys.map((key) => shops[key]),
    dates,
  );

test('a shop’s funnel over a month tells who passed, came in and bought, by hand', async () => {
  expect(await ofSites(['here'], ['2026-02-01'])).toEqual({
    salesFunnelMetrics: [
      {
        siteId: shops.here,
        pedestrian: 400,
        captureRate: 25,
        affluenceIn: 100,
        conversionRate: 20,
        numberOfOrders: 20,
        numberOfGoodsSold: 40,
        turnover: 1000,
        avgBasketPrice: 50,
        avgBasketSize: 2,
        salesIndex: 10,
        currency: 'CHF',
        soldDays: { known: 28, all: 28 },
      },
    ],
  });
});

test('rates of several shops are of their sums', async () => {
  const { salesFunnelMetricsTotal: total } = await ofAll(['here', 'there'], ['2026-02-14']);
  expect(total).toMatchObject({
    pedestrian: 1000,
    captureRate: 40,
    affluenceIn: 400,
    conversionRate: 12.5,
    numberOfOrders: 50,
    turnover: 1300,
    avgBasketPrice: 26,
    salesIndex: 3.25,
    soldDays: { known: 56, all: 56 },
  });
});

test('a year before is the same weekdays, over what is known in both years', async () => {
  const answer = await ask(
    `query ($siteIds: [Int!]!, $dates: [String!]!) {
      salesFunnelMetrics(siteIds: $siteIds, dates: $dates, compare: true) { changes { figure before evolution } } }`,
    [shops.steady],
    ['2026-02-01'],
  );
  const changes = Object.fromEntries(
    answer.salesFunnelMetrics[0].changes.map(({ figure, before, evolution }: Record<string, unknown>) => [
      figure,
      [before, evolution],
    ]),
  );
  expect(changes).toMatchObject({
    affluenceIn: [224, 25],
    numberOfOrders: [28, 0],
    conversionRate: [12.5, -20],
    turnover: [280, 100],
    pedestrian: [null, null],
  });
});

test('money of two currencies is not added up', async () => {
  const { salesFunnelMetricsTotal: total } = await ofAll(['here', 'abroad'], ['2026-02-01']);
  expect(total).toMatchObject({ turnover: null, avgBasketPrice: null, currency: null, numberOfOrders: 25 });
});

test('figures without data are unknown', async () => {
  const { salesFunnelMetrics: rows } = await ofSites(['here'], ['2026-03-01']);
  expect(rows).toMatchObject([
    { turnover: null, numberOfOrders: null, affluenceIn: null, soldDays: { known: 0, all: 10 } },
  ]);
});

test('a day on which a shop is shut is no day to know sales of', async () => {
  const { salesFunnelMetrics: february } = await ofSites(['weekly'], ['2026-02-01']);
  expect(february).toMatchObject([{ soldDays: { known: 0, all: 4 } }]);
  // The only Saturday of March so far was a holiday.
  const place = { organizationId, installationId: shops.weekly as InstallationId };
  await receiptsStore(stores.relational.db).cover(place, ['2026-03-07', '2026-03-08']);
  const { salesFunnelMetrics: march } = await ofSites(['weekly'], ['2026-03-01']);
  expect(march).toMatchObject([{ numberOfOrders: null, soldDays: { known: 0, all: 0 } }]);
});

test('periods are the months something is known of', async () => {
  const source =
    'query ($siteIds: [Int!]!) { salesFunnelAvailablePeriods(siteIds: $siteIds) { datePeriodStart datePeriodEnd } }';
  expect(await ask(source, [shops.here], [])).toEqual({
    salesFunnelAvailablePeriods: [{ datePeriodStart: '2026-02-01', datePeriodEnd: '2026-02-28' }],
  });
  expect(await ask(source, [], [])).toEqual({ salesFunnelAvailablePeriods: [] });
});

test('as many shops and months as may be asked at once are answered, as by themselves', async () => {
  const months = Array.from(
    { length: 36 },
    (_, month) => `${2023 + Math.floor((month + 3) / 12)}-${String(((month + 3) % 12) + 1).padStart(2, '0')}-01`,
  );
  const keys = ['here', 'there', 'abroad', 'steady'];
  const { salesFunnelMetrics: rows } = await ofSites(keys, months);
  expect(rows.map(({ siteId }: { siteId: number }) => siteId)).toEqual(keys.map((key) => shops[key]));
  expect(rows).toMatchObject([
    { pedestrian: 400, captureRate: 25, conversionRate: 20, turnover: 1000 },
    { pedestrian: 600, captureRate: 50, conversionRate: 10, turnover: 300 },
    { numberOfOrders: 5 },
    { numberOfOrders: 56, conversionRate: (100 * 56) / (28 * 18) },
  ]);
});

test('M04 a demonstration shows invented figures by day, marked as such', async () => {
  const file = `organization: { name: Shown }\ninstallations:${shop('stage', 'CHF')}\n`;
  const applied = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  const shown = applied.organizationId as OrganizationId;
  const [stage] = await services.sites.topologies(systemScope(shown));
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
  const told = async (dates: readonly string[]): Promise<any> =>
    ask(
      `query ($siteIds: [Int!]!, $dates: [String!]!) {
        salesFunnelAvailablePeriods(siteIds: $siteIds) { datePeriodStart datePeriodEnd isDemonstration }
        salesFunnelMetrics(siteIds: $siteIds, dates: $dates, compare: true) {
          isDemonstration date ${figures} changes { figure before evolution } } }`,
      [stage?.installationId],
      dates,
      shown,
    );
  const days = ['2026-03-08', '2026-03-09'];
  const { salesFunnelAvailablePeriods: periods, salesFunnelMetrics: both } = await told(days);
  expect(periods.at(-1)).toEqual({ datePeriodStart: days[1], datePeriodEnd: days[1], isDemonstration: true });
  const each = (await Promise.all(days.map((day) => told([day])))).map((one) => one.salesFunnelMetrics[0]);
  expect(each.map(({ date, isDemonstration }) => [date, isDemonstration])).toEqual(days.map((day) => [day, true]));
  expect(both).toMatchObject([{ isDemonstration: true, date: null, soldDays: { known: 2, all: 2 } }]);
  expect(both[0].turnover).toBeCloseTo(each[0].turnover + each[1].turnover, 6);
  expect(both[0].conversionRate).toBeCloseTo((100 * both[0].numberOfOrders) / both[0].affluenceIn, 9);
  expect(both[0].changes).toHaveLength(10);
  // A day that is not over has no figures.
  expect((await told(['2026-03-10'])).salesFunnelMetrics).toMatchObject([{ pedestrian: null, soldDays: { all: 0 } }]);
  const { salesFunnelAvailablePeriods: own } = await ask(
    'query ($siteIds: [Int!]!) { salesFunnelAvailablePeriods(siteIds: $siteIds) { isDemonstration } }',
    [shops.here],
    [],
  );
  expect(own).toEqual([{ isDemonstration: false }]);
});

test.each([
  ['a word for a date', ['soon'], 'dates'],
  [
    'too many months',
    Array.from(
      { length: 40 },
      (_, month) => `${2000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`,
    ),
    'dates',
  ],
] as const)('%s is refused', async (_, dates, field) => {
  expect(await ofSites(['here'], dates)).toEqual([field]);
});
