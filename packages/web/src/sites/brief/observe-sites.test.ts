import { rankAttention } from '@atrium/domain/pages';
import { expect, test } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { findRowUnjudged, observeSites } from './observe-sites.ts';

const now = parseClock('2026-03-12T14:00');

interface Some {
  readonly entries?: number | null;
  readonly usual?: number | null;
  readonly isWithoutRange?: true;
  readonly silent?: readonly number[];
  readonly usualDay?: number;
  readonly state?: 'open' | 'closedAllDay';
  readonly energy?: object | 'loading' | null;
}

/** A site with ten counters, whose range is a tenth of the usual on both sides. */
function row(id: number, some: Some | null): never {
  const { entries = 100, usual = 100, silent = [], usualDay = 100, state = 'open', energy = null } = some ?? {};
  const counterIds = Array.from({ length: 10 }, (_, index) => id * 10 + index);
  const range = usual === null || some?.isWithoutRange ? null : { lower: usual * 0.9, upper: usual * 1.1 };
  const coverage = { deviceCount: 10, silentNow: silent.length };
  return {
    site: { id, calendar: site.topology, counterIds, parentIds: new Map([[id * 100 + 1, [id * 100]]]) },
    day: { open: { state, until: null } },
    numbers: some && { entries, usualEntries: usual, entriesRange: range, usualDay },
    energy,
    coverage: { ...coverage, silentSensors: silent.map((deviceId) => ({ deviceId, since: now - 60_000 })) },
  } as never;
}

const alert = (id: number, installationId: number, more: object = {}) =>
  ({
    ...{ id, installationId, conditionType: 'limit', severity: 'warning', dateBegin: id, place: 'zone 7' },
    metrics: [{ type: 'inside', value: 3 }],
    ...more,
  }) as never;

const keys = (...args: Parameters<typeof observeSites> extends [infer R, infer O, unknown] ? [R, O] : never) => {
  const { now: urgent, watch } = rankAttention(observeSites(args[0], args[1], now));
  return [...urgent, ...watch].map(({ key }) => key);
};

test('alerts come first, then silent counters, then sites far outside their range by their usual day', () => {
  const rows = [
    row(1, { silent: [11] }),
    row(2, { entries: 130, usualDay: 300 }),
    row(3, { entries: 60, usualDay: 500 }),
    row(4, {}),
  ];
  expect(keys(rows, [alert(9, 4), alert(8, 1)])).toEqual([
    'alert 9',
    'alert 8',
    'silence 11',
    'surprise 3 all affluenceIn',
    'surprise 2 all affluenceIn',
  ]);
});

test.each([
  ['a little outside the range', { entries: 112 }],
  ['a number without a range', { entries: 500, isWithoutRange: true }],
  ['a number without a usual', { entries: 500, usual: null }],
  ['numbers on their way', null],
] as const)('%s is no news', (_, numbers) => {
  expect(keys([row(1, numbers)], [])).toEqual([]);
});

test('a site without reports is silent, not empty', () => {
  const silent = Array.from({ length: 10 }, (_, index) => 10 + index);
  expect(keys([row(1, { entries: 0, usual: 500, silent })], [])).toEqual(['silence 10']);
});

test('counters are needed by no number while their site stays closed', () => {
  expect(keys([row(1, { silent: [11], state: 'closedAllDay' })], [])).toEqual([]);
});

test('an alert of a site that is not shown is left to the bell', () => {
  expect(keys([row(1, null)], [alert(9, 2)])).toEqual([]);
});

test('an alert is about its place, with its metric and side', () => {
  const alerts = [
    alert(1, 1, { place: 'device 14', conditionType: 'status', metrics: [{ type: 'deviceStatus' }] }),
    alert(2, 1, { conditionType: 'reverseDensity', metrics: [{ type: 'reverseDensity' }] }),
    alert(3, 1, { conditionType: 'gone', severity: 'critical', place: null, metrics: [] }),
  ];
  expect(observeSites([row(1, {})], alerts, now).alerts).toEqual([
    {
      id: 1,
      siteId: 1,
      severity: 1,
      place: { kind: 'device', id: 14 },
      metric: 'deviceStatus',
      side: 'above',
      since: 1,
    },
    {
      id: 2,
      siteId: 1,
      severity: 1,
      place: { kind: 'zone', id: 7 },
      metric: 'reverseDensity',
      side: 'below',
      since: 2,
    },
    { id: 3, siteId: 1, severity: 2, place: null, metric: null, side: null, since: 3 },
  ]);
});

test('energy is watched by its share of the kWh, unless its meters are silent', () => {
  const energy = (used: number, more: object = {}) => ({
    ...{ used, usual: 100, range: { lower: 90, upper: 110 }, usualDay: 50, isSilent: false },
    ...more,
  });
  const rows = [
    row(1, { energy: energy(160) }),
    row(2, { energy: energy(160, { usualDay: 60 }) }),
    row(3, { energy: energy(900, { isSilent: true }) }),
    row(4, { energy: 'loading' }),
  ];
  expect(keys(rows, [])).toEqual(['surprise 2 all electricityConsumption', 'surprise 1 all electricityConsumption']);
});

test('nothing is said of a site in its first hour, or while more than a tenth of its sensors are silent', () => {
  const unjudged = (time: string, silentNow = 0) =>
    findRowUnjudged(
      { site: { calendar: site.topology }, coverage: { deviceCount: 20, silentNow } } as never,
      parseClock(`2026-03-12T${time}`),
    );
  // The site opens at 08:00.
  expect([unjudged('08:10'), unjudged('08:59'), unjudged('09:00')]).toEqual(['firstHour', 'firstHour', null]);
  expect([unjudged('12:00', 2), unjudged('12:00', 3)]).toEqual([null, 'silent']);
  expect(keys([row(1, { entries: 30, silent: [10, 11] })], [])).toEqual(['silence 10']);
});
