import { formatLocal, type Instant, type OrganizationId } from '@atrium/domain/core';
import type { PartialRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { Services } from '../../app/services.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';
import { during, getPairs, parseValidQuery } from '../testing/ask.ts';
import { maxPerDevice } from './add-reading-correction.ts';

const stores = useTestStores();
/** On 29 March clocks in Zürich jump from two to three. */
const now = Date.parse('2026-03-31T12:00:00Z');
const at = (text: string): Instant => Date.parse(`${text}+02:00`);
let services: Services;
let schema: GraphQLSchema;
let scope: Scope;
let site: {
  readonly installationId: number;
  readonly devices: readonly { readonly id: number; readonly serial: string }[];
};

const siteFile = `
organization: { name: Corrections }
installations:
  - key: shop
    name: Shop
    timezone: Europe/Zurich
    openingHours: always
    creationDate: 2026-01-01
    zones: [{ key: all, name: All }]
    passages:
      - { key: front, name: Front, from: outside, to: all }
      - { key: back, name: Back, from: outside, to: all }
    devices:
      - { serial: FRONT, kind: pad, name: Front counter, passage: front, interval: 3600 }
      - { serial: BACK, kind: pad, name: Back counter, passage: back, interval: 3600 }
      - { serial: CAM, kind: camera, name: Camera, zone: all, interval: 3600 }
      - { serial: METER, kind: meter, name: Meter, zone: all, interval: 86400, metric: electricityConsumption }
      - { serial: SPARE, kind: meter, name: Spare, interval: 86400, metric: electricityConsumption }
      - { serial: TWICE, kind: meter, name: Twice, metric: electricityConsumption, members: [{ serial: METER, factor: 2 }] }
`;

beforeAll(async () => {
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, aClock(now));
  schema = buildSchemas(services.modules).main;
  const options = { dryRun: false, prune: false, within: null };
  const { organizationId, problems } = await applySiteFile(services.provisioning, siteFile, options);
  expect(problems).toEqual([]);
  scope = systemScope(organizationId as OrganizationId);
  site = (await services.sites.topologies(scope))[0] as never;
  // Each hour of the days around the change of clocks, and of today until noon.
  for (let hour = at('2026-03-28T00:00'); hour < now; hour += 3_600_000) {
    await send('FRONT', hour, 10);
    await send('BACK', hour, 1);
  }
}, 60_000);

async function send(device: string, hour: Instant, value: number, more: object = {}) {
  const reading = { device, metric: 'affluenceIn', at: new Date(hour).toISOString(), value, interval: 3600, ...more };
  const stored = await services.ingestion.ingestReadings(scope, null, [reading], now);
  if (!stored.ok || stored.value.rejected.length > 0) throw new Error(JSON.stringify(stored));
}

async function ask(source: string, variableValues: object = {}, as: Scope = scope): Promise<never> {
  const contextValue = { scope: as, tokenProblem: null, address: '' };
  const { data, errors } = await graphql({ schema, source, contextValue, variableValues: { ...variableValues } });
  return (errors?.map(({ message }) => message) ?? Object.values(data ?? {})[0]) as never;
}

const idOf = (serial: string) => site.devices.find((one) => one.serial === serial)?.id as number;
const period = (from: string, to: string, serial = 'FRONT') => ({
  installationId: site.installationId,
  deviceId: idOf(serial),
  from: at(from),
  to: at(to),
});
const correct = (
  { reason = 'cleaning', ...correction }: { readonly reason?: string; readonly [field: string]: unknown },
  as?: Scope,
): Promise<number> =>
  ask(
    `mutation ($correction: ReadingCorrectionInput!, $reason: String!) {
      addReadingCorrection(correction: $correction, reason: $reason)
    }`,
    { correction, reason },
    as,
  );
const takeOut = (variables: object, as?: Scope) => correct({ kind: 'void', ...variables }, as);
const undo = (id: number, as?: Scope): Promise<unknown> =>
  ask('mutation ($id: Int!) { undoReadingCorrection(readingCorrectionId: $id) }', { id }, as);
const preview = (correction: object): Promise<unknown> =>
  ask(
    `query ($correction: ReadingCorrectionInput!) {
      readingCorrectionPreview(correction: $correction) {
        readings more days { date metric readings before after }
      }
    }`,
    { correction: { kind: 'void', ...correction } },
  );
const list = async (): Promise<unknown> => {
  const found: { corrections: unknown } = await ask(
    `query ($installationId: Int!) {
      readingCorrections(installationId: $installationId) { corrections { id device reason by metrics } }
    }`,
    { installationId: site.installationId },
  );
  return found.corrections;
};

test('devices are listed with their place, and virtual ones cannot be corrected', async () => {
  const { devices } = await ask(
    'query ($id: Int!) { readingCorrections(installationId: $id) { devices { name place } } }',
    { id: site.installationId },
  );
  expect(devices).toEqual([
    { name: 'Front counter', place: 'Front' },
    { name: 'Back counter', place: 'Back' },
    { name: 'Camera', place: 'All' },
    { name: 'Meter', place: 'All' },
    { name: 'Spare', place: null },
  ]);
  expect(await takeOut(period('2026-03-29T00:00', '2026-03-30T00:00', 'TWICE'))).toEqual([
    'Correct the readings of its members',
  ]);
});

/** What a metric is by day, from whichever of memory, rollups and readings the planner chooses. */
async function visitors(metric = 'affluenceIn'): Promise<unknown[]> {
  const raw = {
    metric,
    filters: { conditions: [during('2026-03-28/2026-04-01')] },
    groupBy: [{ type: 'DATE', granularity: 86_400 }],
  };
  const [answer] = await services.answerQueries(scope, [parseValidQuery(raw as never)]);
  return getPairs(answer as never).map((pair) => (pair as unknown[])[1]);
}

interface Behind {
  readonly count: number;
  readonly corrections: readonly { readonly id: number }[];
  readonly sources: readonly { readonly device: string; readonly readings: number; readonly sum: number }[];
}

async function readBehind(period = '2026-03-31/2026-04-01'): Promise<Behind> {
  const raw = { metric: 'affluenceIn', filters: { conditions: [during(period)] } };
  const found = await services.sourceReadings(scope, parseValidQuery(raw as never), 5);
  if (!found.ok) throw new Error(found.error.message);
  return found.value as never;
}

// Clocks jump on the second day, so it has 23 hours. Today has 14 until now.
const all = [24 * 11, 23 * 11, 24 * 11, 14 * 11];

test('readings that are taken out count on no path, and undo gives back the former numbers', async () => {
  expect(await visitors()).toEqual(all);
  expect(await preview(period('2026-03-29T03:00', '2026-03-31T10:00'))).toEqual({
    readings: 21 + 24 + 10,
    more: 0,
    days: [
      { date: '2026-03-29', metric: 'affluenceIn', readings: 21, before: 230, after: 20 },
      { date: '2026-03-30', metric: 'affluenceIn', readings: 24, before: 240, after: null },
      { date: '2026-03-31', metric: 'affluenceIn', readings: 10, before: 140, after: 40 },
    ],
  });
  expect(await visitors()).toEqual(all);
  const id = await takeOut(period('2026-03-29T03:00', '2026-03-31T10:00'));
  const corrected = [264, 253 - 210, 24, 154 - 100];
  expect(await visitors()).toEqual(corrected);
  const behind = await readBehind();
  expect(behind.count).toBe(14 + 4);
  expect(behind.sources.map(({ device, readings, sum }) => ({ device, readings, sum }))).toEqual([
    { device: 'Front counter', readings: 4, sum: 40 },
    { device: 'Back counter', readings: 14, sum: 14 },
  ]);
  await services.rollups.rollAll(scope.organizationId, now);
  expect(await visitors()).toEqual(corrected);
  // Sent again, with another value, and late: taken out too. Beside the period they count.
  await send('FRONT', at('2026-03-30T08:00'), 500);
  await send('FRONT', at('2026-03-31T09:00'), 500);
  await send('FRONT', at('2026-03-31T10:00'), 12);
  expect(await visitors()).toEqual([...corrected.slice(0, 3), 56]);
  await services.rollups.rollAll(scope.organizationId, now);
  expect(await visitors()).toEqual([...corrected.slice(0, 3), 56]);
  await send('FRONT', at('2026-03-30T08:00'), 10);
  await send('FRONT', at('2026-03-31T09:00'), 10);
  await send('FRONT', at('2026-03-31T10:00'), 10);
  const listed = { id, device: 'Front counter', reason: 'cleaning', by: null, metrics: null };
  expect(await list()).toEqual([listed]);
  for (const touching of ['2026-03-29/2026-03-30', '2026-03-29T03:30+02:00/2026-03-29T04:00+02:00'])
    expect((await readBehind(touching)).corrections).toMatchObject([listed]);
  for (const beside of ['2026-03-28/2026-03-29', '2026-03-31T10:00+02:00/2026-03-31T12:00+02:00'])
    expect((await readBehind(beside)).corrections).toEqual([]);
  expect(await undo(id)).toBe(true);
  expect(await visitors()).toEqual(all);
  await services.rollups.rollAll(scope.organizationId, now);
  expect(await visitors()).toEqual(all);
  expect(await list()).toEqual([]);
});

test('a day that nothing remains of is missing, not 0', async () => {
  const [front, back] = [
    await takeOut(period('2026-03-30T00:00', '2026-03-31T00:00')),
    await takeOut(period('2026-03-30T00:00', '2026-03-31T00:00', 'BACK')),
  ];
  const missing = [264, 253, 'missing', 154];
  expect(await visitors()).toEqual(missing);
  await services.rollups.rollAll(scope.organizationId, now);
  expect(await visitors()).toEqual(missing);
  for (const id of [front, back]) expect(await undo(id)).toBe(true);
  expect(await visitors()).toEqual(all);
});

test('who looks on live sees the change at once', async () => {
  const [zone] = (site as unknown as { zones: { id: number }[] }).zones;
  const asked = { target: 'ZONE', entityIds: [zone?.id as number], metrics: ['affluenceIn'] } as const;
  const { organizationId } = scope;
  const opened = await services.live.liveMetrics(scope, {
    organizationId,
    installationId: site.installationId,
    ...asked,
  } as never);
  if (!opened.ok) throw new Error(opened.error.message);
  const values = (opened.value as AsyncIterable<{ value: number | null }>)[Symbol.asyncIterator]();
  const first = (await values.next()).value;
  const id = await takeOut(period('2026-03-31T13:00', '2026-03-31T15:00'));
  const second = (await values.next()).value;
  expect([first?.value, second?.value]).toEqual([154, 144]);
  await undo(id);
  expect((await values.next()).value?.value).toBe(154);
  await values.return?.();
});

test('a heat map follows a correction and its undo', async () => {
  for (const [x, hour] of [
    [0.2, '2026-03-30T10:00'],
    [0.8, '2026-03-30T12:00'],
  ] as const)
    await send('CAM', at(hour), 600, { metric: 'presence', x, y: 0.5 });
  const [zone] = (site as unknown as { zones: { id: number }[] }).zones;
  const images = async (): Promise<{ url: string; personHours: number }[]> =>
    ask(
      'query ($zone: Int!) { heatmapDays(zoneId: $zone, from: "2026-03-30", to: "2026-03-30") { url personHours } }',
      { zone: zone?.id },
    );
  const keyOf = (url: string) => new URL(url, 'http://local').pathname.replace(/^.*(heatmaps\/.*\.png)$/, '$1');
  const load = async (url: string) => {
    const image = await services.fileProducers.heatmaps(keyOf(url));
    return image === null ? null : Buffer.from(image).toString('base64');
  };
  const [before] = await images();
  const picture = await load(before?.url as string);
  const id = await takeOut(period('2026-03-30T11:00', '2026-03-30T13:00', 'CAM'));
  const [after] = await images();
  expect([before?.personHours, after?.personHours]).toEqual([1 / 3, 1 / 6]);
  expect(keyOf(after?.url as string)).not.toBe(keyOf(before?.url as string));
  expect(await load(after?.url as string)).not.toBe(picture);
  // The former address, asked for while the correction holds, must not keep the corrected image.
  await load(before?.url as string);
  await undo(id);
  const [again] = await images();
  expect(keyOf(again?.url as string)).toBe(keyOf(before?.url as string));
  expect(await load(again?.url as string)).toBe(picture);
});

test('refuses what is wrong, too long, overlapping or too much', async () => {
  const hour = period('2026-03-28T10:00', '2026-03-28T11:00');
  expect(await takeOut({ ...hour, reason: ' ' })).toEqual(['reason takes 1 to 500 characters']);
  expect(await takeOut({ ...hour, to: hour.from })).toEqual(['A period ends after it begins']);
  expect(await takeOut({ ...hour, from: at('2025-03-01T00:00') })).toEqual(['A period takes up to 366 days']);
  expect(await takeOut({ ...hour, to: at('2026-04-03T00:00') })).toEqual(['A period ends by the end of today']);
  expect(await takeOut({ ...hour, metrics: ['co2'] })).toEqual(['metrics takes what the device measures']);
  expect(await takeOut({ ...hour, deviceId: 999_999 })).toEqual(['No such device']);
  expect(await undo(999_999)).toEqual(['No such correction']);
  const first = await takeOut({ ...hour, metrics: ['affluenceIn'] });
  expect(await takeOut({ ...hour, from: hour.from - 1, to: hour.from + 1 })).toEqual([
    'Another correction covers part of this period. Undo it first.',
  ]);
  const beside = await takeOut({ ...hour, metrics: ['affluenceOut'] });
  for (const id of [first, beside]) await undo(id);
  const many = [];
  for (let index = 0; index < maxPerDevice; index += 1)
    many.push(await takeOut({ ...hour, from: hour.from + index, to: hour.from + index + 1 }));
  expect(await takeOut({ ...hour, from: hour.from + 60_000, to: hour.to })).toEqual([
    'A device takes 50 corrections and a site 200',
  ]);
  for (const id of many) await undo(id);
  expect(await visitors()).toEqual(all);
});

test('only who may edit the site takes readings out, and both steps are written down with the reason', async () => {
  const hour = period('2026-03-28T10:00', '2026-03-28T11:00');
  const rights = { organization: { general: { read: true, edit: false } } } as PartialRights;
  const reader = { ...scope, role: 'user', rights } as unknown as Scope;
  const elsewhere = { ...scope, installationIds: [] } as unknown as Scope;
  expect(await takeOut(hour, reader)).toEqual([expect.stringMatching(/not allowed|right/i)]);
  expect(await takeOut(hour, elsewhere)).toEqual(['No such device']);
  const id = await takeOut({ ...hour, reason: 'ladder below the sensor' });
  expect(await undo(id, reader)).toEqual([expect.stringMatching(/not allowed|right/i)]);
  expect(await undo(id, elsewhere)).toEqual(['No such correction']);
  await undo(id);
  const { rows } = await stores.relational.pool.query(
    "select action, details from audit_entries where organization_id = $1 and action like 'readings.%' order by id desc limit 2",
    [scope.organizationId],
  );
  const details = {
    device: 'Front counter',
    period: `${formatLocal('Europe/Zurich', hour.from)} – ${formatLocal('Europe/Zurich', hour.to)}`,
    reason: 'ladder below the sensor',
  };
  expect(rows).toEqual([
    { action: 'readings.restored', details },
    { action: 'readings.voided', details },
  ]);
});

/** Asks from memory, readings and rollups, each of which has to give the same. */
async function expectDays(metric: string, expected: readonly unknown[]): Promise<void> {
  expect(await visitors(metric)).toEqual(expected);
  await services.rollups.rollAll(scope.organizationId, now);
  expect(await visitors(metric)).toEqual(expected);
}

test('entries and exits of a device that is mounted the wrong way around are exchanged', async () => {
  await send('FRONT', at('2026-03-30T08:00'), 3, { metric: 'affluenceOut' });
  const id = await correct({ kind: 'exchange', ...period('2026-03-30T08:00', '2026-03-30T09:00') });
  await expectDays('affluenceIn', [264, 253, 264 - 10 + 3, 154]);
  await expectDays('affluenceOut', [0, 0, 10, 0]);
  // Sent again and late: exchanged too.
  await send('FRONT', at('2026-03-30T08:00'), 4, { metric: 'affluenceOut' });
  expect(await visitors()).toEqual([264, 253, 264 - 10 + 4, 154]);
  await undo(id);
  await expectDays('affluenceIn', all);
  await expectDays('affluenceOut', [0, 0, 4, 0]);
});

test('readings of a wrong clock count at the right time, also those that come late', async () => {
  // The clock ran three hours behind, before and after midnight in UTC.
  const late = period('2026-03-29T22:00', '2026-03-30T01:00');
  const shift = { kind: 'shift', amount: 3 * 3600, ...late };
  expect(await preview(shift)).toEqual({
    readings: 3,
    more: 0,
    days: [
      { date: '2026-03-29', metric: 'affluenceIn', readings: 2, before: 230, after: 210 },
      { date: '2026-03-30', metric: 'affluenceIn', readings: 1, before: 240, after: 230 },
    ],
  });
  const id = await correct(shift);
  // Three hours take the place of those sent for 1:00 to 4:00; 22:00 to 1:00 has none left.
  await expectDays('affluenceIn', [264, 253 - 20, 264 - 10, 154]);
  await send('FRONT', at('2026-03-29T23:00'), 50);
  expect(await visitors()).toEqual([264, 233, 254 + 40, 154]);
  await send('FRONT', at('2026-03-29T23:00'), 10);
  await undo(id);
  await expectDays('affluenceIn', all);
});

test('a late reading reaches the day to which its clock is corrected', async () => {
  const id = await correct({ kind: 'shift', amount: 86_400, ...period('2026-03-28T10:00', '2026-03-28T12:00') });
  await expectDays('affluenceIn', [264 - 20, 253, 264, 154]);
  await send('FRONT', at('2026-03-28T11:00'), 15);
  await expectDays('affluenceIn', [244, 258, 264, 154]);
  await send('FRONT', at('2026-03-28T11:00'), 10);
  await undo(id);
  await expectDays('affluenceIn', all);
});

test('values are multiplied, and a single one is set', async () => {
  const day = period('2026-03-30T00:00', '2026-03-31T00:00');
  const scaled = await correct({ kind: 'scale', amount: 0.5, metrics: ['affluenceIn'], ...day });
  await expectDays('affluenceIn', [264, 253, 264 - 120, 154]);
  const one = { kind: 'set', amount: 100, metrics: ['affluenceIn'] };
  expect(await correct({ ...one, ...day })).toEqual([expect.stringContaining('several readings')]);
  expect(await correct({ ...one, ...period('2026-03-30T08:10', '2026-03-30T08:20') })).toEqual([
    expect.stringContaining('nothing of this metric'),
  ]);
  const set = await correct({ ...one, ...period('2026-03-30T08:00', '2026-03-30T08:10') });
  await expectDays('affluenceIn', [264, 253, 264 - 120 + 95, 154]);
  const today = await correct({ ...one, ...period('2026-03-31T08:00', '2026-03-31T08:10') });
  expect((await visitors())[3]).toBe(154 + 90);
  await send('FRONT', at('2026-03-31T08:00'), 500);
  expect((await visitors())[3]).toBe(154 + 90);
  await send('FRONT', at('2026-03-31T08:00'), 10);
  for (const id of [scaled, set, today]) await undo(id);
  await expectDays('affluenceIn', all);
});

test('a replaced meter counts on from the last level of the former one', async () => {
  // The former meter ends at 2,000; the new one begins at 20 and is at 30 when it reports first.
  const levels: readonly (readonly [string, number])[] = [
    ['2026-03-28T01:00', 1900],
    ['2026-03-29T01:00', 1990],
    ['2026-03-30T00:00', 1998],
    ['2026-03-30T12:00', 30],
    ['2026-03-31T00:00', 50],
    ['2026-03-31T12:00', 60],
  ];
  for (const [time, value] of levels)
    await send('METER', at(time), value, { metric: 'electricityConsumption', interval: 0 });
  const meter = { installationId: site.installationId, deviceId: idOf('METER'), from: at('2026-03-30T10:00') };
  const replaced = { kind: 'replaced', metrics: ['electricityConsumption'], amount: 20, ...meter };
  const before = await visitors('electricityConsumption');
  expect(before.slice(0, 2)).toEqual([90, 8]);
  expect(await preview({ ...replaced, lastLevel: 2000 })).toMatchObject({
    readings: 3,
    days: [
      { date: '2026-03-30', readings: 1, after: 2 + 30 },
      { date: '2026-03-31', readings: 2, after: 10 },
    ],
  });
  // A first level at the time of the replacement belongs to the day before.
  expect(await preview({ ...replaced, amount: 28, from: at('2026-03-30T12:00'), lastLevel: 2010 })).toMatchObject({
    days: [{ date: '2026-03-30', readings: 1, after: 34 }, { date: '2026-03-31' }],
  });
  expect(await preview({ ...replaced, from: at('2026-03-31T00:00'), lastLevel: 2010 })).toMatchObject({
    days: [
      { date: '2026-03-30', readings: 0 },
      { date: '2026-03-31', readings: 2 },
    ],
  });
  const stated = await correct({ ...replaced, lastLevel: 2000 });
  await expectDays('electricityConsumption', [90, 8, 32, 10]);
  await send('METER', at('2026-03-31T13:00'), 64, { metric: 'electricityConsumption', interval: 0 });
  await expectDays('electricityConsumption', [90, 8, 32, 14]);
  await send('METER', at('2026-03-31T13:00'), 60, { metric: 'electricityConsumption', interval: 0 });
  expect(await correct({ ...replaced, from: meter.from })).toEqual([
    'Another correction covers part of this period. Undo it first.',
  ]);
  await undo(stated);
  // Without a stated last level, it is the last one that was sent.
  const asSent = await correct(replaced);
  await expectDays('electricityConsumption', [90, 8, 30, 10]);
  await undo(asSent);
  expect((await visitors('electricityConsumption')).slice(0, 2)).toEqual([90, 8]);
});

test('refuses numbers and metrics that do not belong to a kind', async () => {
  const hour = period('2026-03-28T10:00', '2026-03-28T11:00');
  const problem = 'is missing, superfluous or impossible';
  for (const [wrong, message] of [
    [{ kind: 'void', amount: 1 }, `amount ${problem}`],
    [{ kind: 'shift' }, `amount ${problem}`],
    [{ kind: 'shift', amount: 0.5 }, `amount ${problem}`],
    [{ kind: 'shift', amount: 90 * 86_400 }, 'A period ends by the end of today'],
    [{ kind: 'shift', amount: 60, metrics: ['affluenceIn'] }, 'This correction concerns all metrics of a device'],
    [
      { kind: 'exchange', ...period('2026-03-28T10:00', '2026-03-28T11:00', 'METER') },
      'The device counts no entries and exits',
    ],
    [{ kind: 'scale', amount: 2 }, 'metrics takes those whose values are multiplied'],
    [{ kind: 'scale', amount: 0, metrics: ['affluenceIn'] }, `amount ${problem}`],
    [{ kind: 'scale', amount: 2, metrics: ['uniqueVisitors'] }, 'metrics takes what the device measures'],
    [{ kind: 'set', amount: -1, metrics: ['affluenceIn'] }, `amount ${problem}`],
    [{ kind: 'set', amount: 1, metrics: ['affluenceIn', 'affluenceOut'] }, 'metrics takes one'],
    [{ kind: 'scale', amount: 2, lastLevel: 3, metrics: ['affluenceIn'] }, `lastLevel ${problem}`],
    [{ kind: 'replaced', amount: 2, metrics: ['affluenceIn'], to: null }, 'metrics takes what the device measures'],
    [{ kind: 'replaced', amount: 2, metrics: ['affluenceIn'] }, 'Only a replaced meter has no end of its period'],
  ] as const)
    expect(await correct({ ...hour, ...wrong })).toEqual([message]);
});

test('other corrections are written down with their kind', async () => {
  const hour = period('2026-03-28T10:00', '2026-03-28T11:00');
  await undo(await correct({ kind: 'scale', amount: 2, metrics: ['affluenceIn'], reason: 'counted half', ...hour }));
  const { rows } = await stores.relational.pool.query(
    "select action, details from audit_entries where organization_id = $1 and action like 'readings.%' order by id desc limit 2",
    [scope.organizationId],
  );
  const details = { device: 'Front counter', kind: 'scale', reason: 'counted half', period: expect.any(String) };
  expect(rows).toEqual([
    { action: 'readings.restored', details },
    { action: 'readings.corrected', details },
  ]);
});
