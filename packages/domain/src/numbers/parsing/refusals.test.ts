import { describe, expect, test } from 'vitest';
import { aggregations, kindRules, metrics } from '../metrics/index.ts';
import type { RawQuery } from '../raw-query.ts';
import { parseQuery } from './parse-query.ts';

const month = { conditions: [{ criterion: 'DATE', values: ['2026-02-01/2026-03-01'] }] };
const by = (...types: string[]) => types.map((type) => ({ type }));
const where = (criterion: string, ...values: string[]) => ({ conditions: [{ criterion, values }] });

/** Rejected queries, the field at fault, and the full message. */
const refused: readonly (readonly [query: RawQuery, field: string, reason: string])[] = [
  [{ metric: 'happiness' }, 'metric', 'There is no metric "happiness".'],
  [
    { metric: 'temperature', aggregation: 'SUM' },
    'aggregation',
    'SUM of temperature makes no sense: a sample takes MIN, MAX, AVERAGE, FIRST, LAST, MEDIAN, P25, P75, P95, COUNT, EVOLUTION.',
  ],
  [
    { metric: 'inside', aggregation: 'SUM' },
    'aggregation',
    'SUM of inside makes no sense: a state takes AVERAGE, MIN, MAX, FIRST, LAST, EVOLUTION.',
  ],
  [
    { metric: 'captureRate', aggregation: 'PERCENTAGE' },
    'aggregation',
    'PERCENTAGE of captureRate makes no sense: a ratio takes MIN, MAX, AVERAGE, FIRST, LAST, MEDIAN, P25, P75, P95, EVOLUTION, WEIGHTED_PERCENTAGE.',
  ],
  [
    { metric: 'uniqueVisitors', aggregation: 'SUM' },
    'aggregation',
    'SUM of uniqueVisitors makes no sense: a distinct takes COUNT, MIN, MAX, AVERAGE, MEDIAN, EVOLUTION.',
  ],
  [
    { metric: 'waterConsumptionOnDay', aggregation: 'SUM' },
    'aggregation',
    'SUM of waterConsumptionOnDay makes no sense: a total takes FIRST, LAST, MIN, MAX, EVOLUTION.',
  ],
  [{ metric: 'co2', aggregation: 'MODE' }, 'aggregation', '"MODE" is no aggregation.'],
  [
    { metric: 'affluenceIn', groupBy: by('COMPLEMENTARY') },
    'groupBy',
    'COMPLEMENTARY makes no sense of affluenceIn alone: name a complementary metric.',
  ],
  [
    { metric: 'affluenceIn', complementary: 'affluenceIn' },
    'complementary',
    "affluenceIn can't be complementary to affluenceIn: it is the same.",
  ],
  [
    { metric: 'affluenceIn', comparedWithin: '2026-02-01/2026-03-01' },
    'comparedWithin',
    'comparedWithin takes a compare beside it.',
  ],
  [
    { metric: 'affluenceIn', compare: 'USUAL', comparedWithin: '2026-02-01T00:00Z/2026-03-01T00:00Z' },
    'comparedWithin',
    'comparedWithin takes whole days, from/to.',
  ],
  [
    { metric: 'affluenceIn', compare: 'USUAL', comparedWithin: '0001-01-01/9999-12-31' },
    'comparedWithin',
    'comparedWithin reaches over 3660 days at most.',
  ],
  [{ metric: 'affluenceIn', complementary: 'joy' }, 'complementary', 'There is no metric "joy".'],
  [
    { metric: 'affluenceOut', groupBy: by('VISITORS') },
    'groupBy',
    "affluenceOut can't be split by VISITORS: only footfall can.",
  ],
  [
    { metric: 'affluenceOut', groupBy: by('LIMIT') },
    'groupBy',
    "affluenceOut can't be split by LIMIT: only affluenceIn can.",
  ],
  [
    { metric: 'temperature', groupBy: by('GENDER') },
    'groupBy',
    "temperature can't be split by GENDER: sensors don't send it that way.",
  ],
  [
    { metric: 'inside', groupBy: by('AGE_CATEGORY') },
    'groupBy',
    "inside can't be split by AGE_CATEGORY: sensors don't send it that way.",
  ],
  [
    { metric: 'waterConsumption', groupBy: by('ELECTRICITY_USE') },
    'groupBy',
    "waterConsumption can't be split by ELECTRICITY_USE: sensors don't send it that way.",
  ],
  [
    { metric: 'inside', filters: where('GENDER', 'female') },
    'groupBy',
    "inside can't be split by GENDER: sensors don't send it that way.",
  ],
  [{ metric: 'inside', groupBy: by('PASSAGE') }, 'groupBy', "inside belongs to zones: it can't be split by PASSAGE."],
  [{ metric: 'turnover', groupBy: by('DEVICE') }, 'groupBy', "turnover belongs to zones: it can't be split by DEVICE."],
  [
    { metric: 'occupancy', target: 'PASSAGE' },
    'target',
    'occupancy belongs to zones, not to a PASSAGE: ask for target ZONE.',
  ],
  [
    { metric: 'salesConversion', target: 'DEVICE' },
    'target',
    'salesConversion belongs to zones, not to a DEVICE: ask for target ZONE.',
  ],
  [{ metric: 'co2', passageType: 'ENTRANCE' }, 'passageType', 'co2 is not counted at passages of the type ENTRANCE.'],
  [
    { metric: 'affluenceIn', passageType: 'FOOTFALL' },
    'passageType',
    'affluenceIn is not counted at passages of the type FOOTFALL.',
  ],
  [
    { metric: 'affluenceIn', aggregation: 'EVOLUTION', compare: 'YEAR' },
    'compare',
    'EVOLUTION and compare YEAR make no sense together: EVOLUTION compares with the range before.',
  ],
  [
    { metric: 'affluenceIn', granularity: 604_800, groupBy: by('DISCONTINUOUS_DATE') },
    'granularity',
    'granularity 604800 makes no sense by WEEKDAY: its values would belong to several groups.',
  ],
  [
    { metric: 'affluenceIn', granularity: 86_400, groupBy: [{ type: 'DISCONTINUOUS_DATE', period: 'HOURLY' }] },
    'granularity',
    'granularity 86400 makes no sense by HOURLY: its values would belong to several groups.',
  ],
  [
    { metric: 'affluenceIn', groupBy: [{ type: 'DATE', period: 'HOURLY' }] },
    'groupBy',
    'period HOURLY goes with DISCONTINUOUS_DATE, not with DATE.',
  ],
  [
    { metric: 'affluenceIn', groupBy: by('ZONE', 'ZONE') },
    'groupBy',
    'Grouping by ZONE inside ZONE makes no sense: each group would hold itself.',
  ],
  [{ metric: 'affluenceIn', groupBy: by('MOOD') }, 'groupBy', 'Grouping by "MOOD" is not supported.'],
  [
    { metric: 'affluenceIn', groupBy: [{ type: 'ZONE', period: 'WEEKDAY' }] },
    'groupBy',
    'period WEEKDAY goes with DISCONTINUOUS_DATE, not with ZONE.',
  ],
  [
    { metric: 'affluenceIn', groupBy: [{ type: 'ZONE', tagId: 3 }] },
    'groupBy',
    'tagId and tagIds go with TAG and TAG_CATEGORY, not with ZONE.',
  ],
  [
    { metric: 'affluenceIn', filters: { operator: 'OR', conditions: [] } },
    'filters',
    'Conditions can only be joined by AND.',
  ],
  [
    {
      metric: 'affluenceIn',
      filters: { conditions: [{ criterion: 'DATE', operator: 'NOT_IN', values: ['2026-02-01'] }] },
    },
    'filters',
    'DATE takes the operator IN only.',
  ],
  [
    { metric: 'affluenceIn', filters: where('DAY', '8') },
    'filters',
    '"8" is no weekday: write 1 (Monday) to 7 or MONDAY to SUNDAY.',
  ],
  [{ metric: 'affluenceIn', filters: where('ZONES', '1 or 1=1') }, 'filters', '"1 or 1=1" is no id for ZONES.'],
  [
    { metric: 'affluenceIn', hours: { openingOnly: true, from: '08:00', to: '10:00' } },
    'hours',
    'hours takes either openingOnly, a preset, or from and to.',
  ],
  [{ metric: 'affluenceIn', hours: { from: '08:00', to: '08:00' } }, 'hours', 'hours is empty: from equals to.'],
  [{ metric: 'affluenceIn', limit: 0 }, 'limit', 'limit must be a whole number above 0.'],
  [{ metric: 'affluenceIn', sortBy: { type: 'MOOD' } }, 'sortBy', 'sortBy takes LABEL, VALUE.'],
];

describe('a combination that makes no sense is refused with both sides of it named', () => {
  test.for(refused)('%j', ([query, field, reason]) => {
    expect(parseQuery({ filters: month, ...query })).toEqual({
      ok: false,
      error: expect.objectContaining({ code: 'BAD_INPUT', field, message: reason }),
    });
  });
});

test('of every metric an aggregation is either allowed by its kind or refused with the metric and the aggregation named', () => {
  for (const { id, kind } of metrics)
    for (const aggregation of aggregations) {
      const answer = parseQuery({ metric: id, aggregation, filters: month });
      expect(answer.ok, `${aggregation} of ${id}`).toBe(kindRules[kind].allowed.has(aggregation));
      if (!answer.ok) expect(answer.error.message).toMatch(new RegExp(`^${aggregation} of ${id} `));
    }
});

test('more points than a screen could show are refused before anything is read', () => {
  const groupBy = [{ type: 'DATE', granularity: 60 }];
  expect(parseQuery({ metric: 'affluenceIn', filters: month, groupBy })).toMatchObject({
    ok: false,
    error: { code: 'RANGE_TOO_WIDE' },
  });
});
