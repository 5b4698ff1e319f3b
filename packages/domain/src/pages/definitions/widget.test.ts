import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isUnknownWidget,
  parseGlobalFilter,
  parseWidget,
  readWidget,
  type ShapeProblem,
  widgetTypes,
} from './index.ts';

const least = { version: 1, id: 1, type: 'lineChart', title: 'Entries', order: 0 };
const whole = {
  ...least,
  category: { type: 'specific', categoryId: 2, tagIds: [3] },
  tooltipMessages: ['People entering'],
  realTime: 'fast',
  ignoredFilters: ['gender'],
  zoneIds: [4],
  passageIds: [5],
  deviceIds: [6],
  alertIds: [7],
  kind: 'custom',
  isKpiMenuHidden: true,
  headers: ['metric', 'zone'],
  metrics: [
    {
      type: 'affluenceIn',
      complementary: 'x',
      limit: 5,
      customTitle: 'In',
      configuration: { color: '#112233', decimals: 1 },
      filters: { operator: 'AND', conditions: [{ criterion: 'ZONES', operator: 'IN', values: ['4'] }] },
      granularity: 3600,
      sortBy: { type: 'VALUE', order: 'DESC' },
      groupBy: [{ type: 'TAG', tagId: 3, tagIds: [3] }],
      target: 'ZONE',
    },
  ],
  kpis: [{ type: 'co2', colorimetry: [{ lower: null, upper: 800, color: '#00ff00' }], zoneIds: [4], deviceIds: [6] }],
  configuration: { stacked: true, installationId: 8, colors: { affluenceIn: '#112233' }, axisFormatter: 'compact' },
  colorimetryConfig: { type: 'metric', colorimetry: [{ color: '#ff0000', lower: 1 }] },
  filters: { conditions: [{ criterion: 'GENDER', values: ['female'] }] },
};

const problemsOf = (raw: unknown) => {
  const read = parseWidget(raw);
  return read.ok ? [] : read.error.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a widget', () => {
  test('of every field reads as it is', () => {
    expect(parseWidget(whole)).toEqual({ ok: true, value: whole });
    for (const type of widgetTypes) expect(problemsOf({ ...least, type })).toEqual([]);
  });

  test.each<[object, string]>([
    [{ title: undefined }, 'title: expected a text of at most 500 characters'],
    [{ title: 'a\u0000' }, 'title: expected a text of at most 500 characters'],
    [{ titel: 'x' }, 'titel: there is no field "titel"'],
    [{ id: 0 }, 'id: expected a whole number from 1 to 1000000'],
    [{ zoneIds: ['4'] }, 'zoneIds.0: expected the id of a zone'],
    [{ zoneIds: [-4] }, 'zoneIds.0: expected the id of a zone'],
    [{ ignoredFilters: ['sex'] }, 'ignoredFilters.0: expected one of zone, category'],
    [{ metrics: [{ type: 'x', groupBy: [{ type: 'ZONES' }] }] }, 'metrics.0.groupBy.0.type: expected one of DATE'],
    [
      { filters: { conditions: [{ criterion: 'DEVICES', values: ['PAD-1'] }] } },
      'filters.conditions.0.values.0: expected the id of a device',
    ],
    [{ configuration: { tooltipFormatter: '(x) => x' } }, 'configuration.tooltipFormatter: expected a name'],
    [{ configuration: { colors: { a: 'red' } } }, 'configuration.colors.a: expected a colour'],
    [{ metrics: {} }, 'metrics: expected a list'],
  ])('%j is told what is wrong with it', (change, problem) => {
    expect(problemsOf({ ...least, ...change })).toEqual([expect.stringContaining(problem)]);
  });

  test('of an unknown type, or of a later version, is kept as it is', () => {
    for (const raw of [
      { ...least, type: 'hologram', beams: 3 },
      { ...least, version: 2, colour: 1 },
    ]) {
      const read = parseWidget(raw);
      expect(read.ok && isUnknownWidget(read.value) && read.value).toMatchObject({ type: raw.type, raw });
    }
  });

  test('is read whatever it is, and never thrown at', () => {
    fc.assert(fc.property(fc.anything(), (raw) => void parseWidget(raw)));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(whole)), fc.jsonValue(), (field, value) => {
        const read = parseWidget({ ...whole, [field]: value });
        if (read.ok && !isUnknownWidget(read.value)) expect(read.value).toEqual({ ...whole, [field]: value });
      }),
    );
  });

  test('names every place it is about, so that a file can name them by key', () => {
    const named: string[] = [];
    const reading = (of: (kind: string, value: unknown) => unknown) => {
      const problems: ShapeProblem[] = [];
      return {
        problems,
        problem: (path: ShapeProblem['path'], message: string) => void problems.push({ path, message }),
        reference: of,
      };
    };
    const byKey = readWidget(
      whole,
      reading((kind, value) => {
        named.push(`${kind} ${value}`);
        return `k${value}`;
      }),
    );
    expect([...new Set(named)].sort()).toEqual([
      'device 6',
      'installation 8',
      'passage 5',
      'tag 3',
      'tagCategory 2',
      'zone 4',
    ]);
    const back = reading((_kind, key) => Number(String(key).slice(1)));
    expect(readWidget(byKey, back)).toEqual(whole);
    expect(back.problems).toEqual([]);
  });
});

test('a global filter reads as it is, and is told what is wrong with it', () => {
  const filter = { type: 'day', order: 1, dayFilters: [{ operator: 'IN', values: ['6'] }], datePreset: 'last30' };
  expect(parseGlobalFilter(filter)).toEqual({ ok: true, value: filter });
  for (const wrong of [
    { type: 'moon' },
    { type: 'date', dateFilters: [{ operator: 'NOT_IN', values: ['2026-03-01'] }] },
    { type: 'day', dayFilters: [{ operator: 'IN', values: ['6'], criterion: 'DATE' }] },
  ])
    expect(parseGlobalFilter(wrong).ok).toBe(false);
});
