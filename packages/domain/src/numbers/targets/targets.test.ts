import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMetric, type Metric, metrics } from '../metrics/index.ts';
import {
  addMonths,
  canHaveTarget,
  distributeTarget,
  getMonthDays,
  isMonth,
  listMonthDates,
  parseTargets,
  roundTarget,
  targetMetrics,
} from './index.ts';

const metricOf = (id: string) => findMetric(id) as Metric;

test('metrics whose days add up may have a target, others may not', () => {
  const may = (ids: readonly string[]) => ids.map((id) => canHaveTarget(metricOf(id)));
  expect(
    new Set(may(['affluenceIn', 'turnover', 'numberOfOrders', 'electricityConsumption', 'waterConsumption'])),
  ).toEqual(new Set([true]));
  const others = [
    'uniqueVisitors',
    'occupancy',
    'temperature',
    'salesConversion',
    'electricityConsumptionOnDay',
    'electricityConsumptionPerSqm',
    'deviceStatus',
  ];
  expect(new Set(may(others))).toEqual(new Set([false]));
  expect(metrics.filter(canHaveTarget).length).toBeGreaterThan(8);
});

test('those that people most often plan come first', () => {
  const [first, second] = targetMetrics;
  expect([first?.id, second?.id]).toEqual(['affluenceIn', 'turnover']);
  expect(new Set(targetMetrics)).toEqual(new Set(metrics.filter(canHaveTarget)));
  expect(targetMetrics).toHaveLength(new Set(targetMetrics).size);
});

test('months', () => {
  expect(['2026-02', '2026-13', '2026-00', '26-01', '1999-12', '2101-01', '2026-2'].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(getMonthDays('2028-02')).toEqual({ from: '2028-02-01', to: '2028-03-01' });
  expect(listMonthDates('2028-02')).toHaveLength(29);
  expect([addMonths('2026-11', 2), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

describe('a distributed target', () => {
  test('follows the weights', () => {
    expect(distributeTarget(100, [1, 2, 0, 1], { decimals: 0 })).toEqual([25, 50, 0, 25]);
    expect(distributeTarget(10, [0, 0, 0], { decimals: 0 })).toEqual([3, 4, 3]);
    expect(distributeTarget(1, [1, 1, 1], { decimals: 2 })).toEqual([0.33, 0.34, 0.33]);
  });

  test('adds up to the target, and no day is more than a unit away from its share', () => {
    const weights = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true })), {
      minLength: 28,
      maxLength: 31,
    });
    fc.assert(
      fc.property(fc.nat(2_000_000_000), weights, fc.constantFrom(0, 1, 2, 3), (units, days, decimals) => {
        const target = units / 10 ** decimals;
        const parts = distributeTarget(target, days, { decimals });
        const inUnits = parts.map((part) => Math.round(part * 10 ** decimals));
        expect(inUnits.reduce((sum, part) => sum + part, 0)).toBe(units);
        const sum = days.reduce((total, weight) => total + weight, 0);
        for (const [day, part] of inUnits.entries()) {
          expect(part).toBeGreaterThanOrEqual(0);
          if (sum > 0) expect(Math.abs(part - ((days[day] as number) / sum) * units)).toBeLessThanOrEqual(1.001);
        }
      }),
    );
  });
});

test.each([
  [1234.5678, 'turnover', 1234.57],
  [12.4, 'affluenceIn', 12],
  [0, 'affluenceIn', 0],
  [-1, 'affluenceIn', null],
  [1e13, 'affluenceIn', null],
  [Number.NaN, 'affluenceIn', null],
])('%f of %s is rounded to %s', (value, id, rounded) => {
  expect(roundTarget(value, metricOf(id))).toBe(rounded);
});

const sites = [
  {
    id: 1,
    key: 'arcades',
    name: 'Arcades du Lac',
    zones: [
      { id: 11, key: 'hall', name: 'Hall' },
      { id: 12, key: 'cafe', name: 'Café' },
    ],
  },
  { id: 2, key: 'bryant', name: 'Bryant Park', zones: [] },
  { id: 3, key: 'twin-a', name: 'Twin', zones: [] },
  { id: 4, key: 'twin-b', name: 'Twin', zones: [] },
];
const target = (
  installationId: number,
  metric: string,
  month: string,
  value: number,
  zoneId: number | null = null,
) => ({ installationId, zoneId, metric, month, value });

describe('lines of targets', () => {
  test.each([
    [
      'a header, keys and names',
      'site,metric,month,value\narcades,visitors,2026-11,190000\nBryant Park,turnover,2026-11,1250.5\n',
      [target(1, 'affluenceIn', '2026-11', 190000), target(2, 'turnover', '2026-11', 1250.5)],
    ],
    [
      'cells of a spreadsheet, with a zone',
      'ARCADES\taffluenceIn\t12/2026\t222 000\tCafé\r\n\r\n',
      [target(1, 'affluenceIn', '2026-12', 222000, 12)],
    ],
    [
      'semicolons and decimal commas',
      'bryant;energy;2026-11-01;11900,5\nbryant;energy;2026-12-01;1.250,5',
      [target(2, 'electricityConsumption', '2026-11', 11900.5), target(2, 'electricityConsumption', '2026-12', 1250.5)],
    ],
    [
      'thousands in groups',
      "bryant;visitors;2026-11;1.190.000\nbryant;visitors;2026-12;1'190'000",
      [target(2, 'affluenceIn', '2026-11', 1190000), target(2, 'affluenceIn', '2026-12', 1190000)],
    ],
    ['nothing', ' \n', []],
  ])('are read from %s', (_, text, expected) => {
    expect(parseTargets(text, sites)).toEqual({ ok: true, value: expected });
  });

  test('are refused together, with what is wrong in each', () => {
    const text = [
      'site;metric;month;value',
      'nowhere;visitors;2026-11;5',
      'twin;visitors;2026-11;5',
      'arcades;temperature;2026-11;5',
      'arcades;visitors;November;5',
      'arcades;visitors;2026-11;many',
      'arcades;visitors;2026-11;-3',
      'arcades;visitors;2026-12;190.000',
      'arcades;visitors',
      'arcades;visitors;2027-01;5;Attic',
      'arcades;visitors;2027-02;5',
      'Arcades du Lac;affluenceIn;02/2027;6',
    ].join('\n');
    const read = parseTargets(text, sites);
    expect(read.ok ? [] : read.error.map(({ line, fault, text: shown }) => [line, fault, shown])).toEqual([
      [2, 'site', 'nowhere'],
      [3, 'site', 'twin'],
      [4, 'metric', 'temperature'],
      [5, 'month', 'November'],
      [6, 'value', 'many'],
      [7, 'value', '-3'],
      [8, 'unclear', '190.000'],
      [9, 'columns', 'arcades;visitors'],
      [10, 'zone', 'Attic'],
      [12, 'twice', 'Arcades du Lac;affluenceIn;02/2027;6'],
    ]);
  });

  test('are at most 5,000', () => {
    const lines = Array.from({ length: 5001 }, () => 'arcades;visitors;2026-11;5').join('\n');
    expect(parseTargets(lines, sites)).toEqual({
      ok: false,
      error: [{ line: 5001, fault: 'lines', text: 'arcades;visitors;2026-11;5' }],
    });
  });
});
