import { describe, expect, it } from 'vitest';
import type { LocalDate, ZoneId } from '../../../core/index.ts';
import type { AnswerBucket } from '../../../pages/index.ts';
import { buildDifferenceQueries, listComparedMetrics, listDifferences } from './differences.ts';

const quarter = 900_000;
const bucketOf = (value: number | null, range: readonly [number, number, number] | null): AnswerBucket => ({
  from: 0,
  to: quarter,
  point: value === null ? { state: 'missing' } : { state: 'known', value, partial: false },
  usual: range?.[1] ?? null,
  range: range && { lower: range[0], upper: range[2] },
});
const answerOf = (metric: string, ...bucket: Parameters<typeof bucketOf>) => ({
  metric,
  buckets: [bucketOf(...bucket)],
});

describe('what was different at a firing', () => {
  const answers = [
    answerOf('co2', 1142, [700, 791, 880]),
    answerOf('inside', 189, [150, 180, 220]),
    answerOf('temperature', 27, [20, 21, 23]),
    answerOf('electricityConsumption', 0.2, [3, 3.1, 3.3]),
    answerOf('humidity', 44, [40, 45, 50]),
  ];

  it('lists its own metric, then those outside their range by how far, then the others', () => {
    const found = listDifferences(answers, 'co2', 60_000);
    expect(found.map(({ metric, figure }) => [metric.id, figure.side])).toEqual([
      ['co2', 'above'],
      ['electricityConsumption', 'below'],
      ['temperature', 'above'],
      ['inside', 'within'],
    ]);
  });

  it.each([
    ['an unknown value', answerOf('inside', null, [1, 2, 3])],
    ['no range', answerOf('inside', 5, null)],
  ])('leaves out a metric with %s', (_, answer) => {
    expect(listDifferences([answer], null, 60_000)).toEqual([]);
  });

  it('knows nothing of another moment', () => {
    expect(listDifferences(answers, 'co2', quarter)).toEqual([]);
  });
});

describe('which metrics are compared', () => {
  it('are its own and what the site measures, at most six', () => {
    const measured = [
      'electricityConsumption',
      'humidity',
      'co2',
      'affluenceIn',
      'inside',
      'temperature',
      'tvoc',
      'noise',
    ];
    const metrics = listComparedMetrics('co2', measured);
    expect(metrics.slice(0, 3)).toEqual(['co2', 'inside', 'affluenceIn']);
    expect(metrics).toHaveLength(6);
    expect(new Set(metrics).size).toBe(6);
  });

  it('are those of one day by quarter-hour, with what is expected', () => {
    const [query] = buildDifferenceQueries(['co2'], [7 as ZoneId], '2026-11-30' as LocalDate);
    expect(query).toEqual({
      metric: 'co2',
      filters: {
        conditions: [
          { criterion: 'ZONES', values: ['7'] },
          { criterion: 'DATE', values: ['2026-11-30/2026-12-01'] },
        ],
      },
      groupBy: [{ type: 'DATE', granularity: 900 }],
      compare: 'EXPECTED',
    });
  });
});
