import { granularity, type Instant, type LocalDate, type ZoneId } from '../../../core/index.ts';
import { airSamples, compareFigure, type Figure, findMetric, type Metric, toDayRange } from '../../../numbers/index.ts';
import { type AnswerBucket, type AskedQuery, energyOrder } from '../../../pages/index.ts';

/** Width of the time that is compared, s. */
export const comparedWidth = granularity.quarter;
/** Most rows that are shown, and most metrics that are asked for. */
const maxRows = 4;
const maxMetrics = 6;

/** What may have to do with a firing, the likelier first. A site measures only some of it. */
const candidates = ['inside', 'affluenceIn', ...airSamples.map(({ id }) => id), ...energyOrder];

/** Returns the metrics that are compared: the alert's own, then others that the site measures. At most six. */
export function listComparedMetrics(own: string | null, measured: readonly string[]): readonly string[] {
  const all = new Set(measured);
  const others = candidates.filter((metric) => metric !== own && all.has(metric));
  return [...(own === null ? [] : [own]), ...others].slice(0, maxMetrics);
}

/** Returns the queries of a day's quarter-hours with what is expected of them, one for each metric. */
export function buildDifferenceQueries(
  metrics: readonly string[],
  zoneIds: readonly ZoneId[],
  day: LocalDate,
): readonly AskedQuery[] {
  const { from, to } = toDayRange(day, day);
  return metrics.map((metric) => ({
    metric,
    filters: {
      conditions: [
        { criterion: 'ZONES', values: zoneIds.map(String) },
        { criterion: 'DATE', values: [`${from}/${to}`] },
      ],
    },
    groupBy: [{ type: 'DATE', granularity: comparedWidth }],
    compare: 'EXPECTED',
  }));
}

/** A value at the moment of a firing beside what was usual then. */
export interface Difference {
  readonly metric: Metric;
  readonly figure: Figure;
  /** Buckets of the day, for a lane. */
  readonly buckets: readonly AnswerBucket[];
}

/**
 * Compares each metric at a moment with what was usual then. The alert's own metric comes first, then what was outside
 * its usual range by how far, then the others; at most four. Metrics without a value or without a range are left out.
 */
export function listDifferences(
  answers: readonly { readonly metric: string; readonly buckets: readonly AnswerBucket[] }[],
  own: string | null,
  at: Instant,
): readonly Difference[] {
  const found = answers.flatMap(({ metric: id, buckets }): readonly Difference[] => {
    const metric = findMetric(id);
    const bucket = buckets.find(({ from, to }) => from <= at && at < to);
    if (metric === undefined || bucket?.point?.state !== 'known') return [];
    const usual = bucket.usualNow ?? bucket.usual;
    const figure = compareFigure({ metric, value: bucket.point.value, usual, range: bucket.range ?? null });
    return figure.range === null ? [] : [{ metric, figure, buckets }];
  });
  const rank = ({ metric, figure }: Difference) =>
    metric.id === own ? Number.POSITIVE_INFINITY : isOutside(figure) ? (figure.surprise ?? 0) : 0;
  return found.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one))).slice(0, maxRows);
}

/** Whether a value lies outside its usual range. */
export const isOutside = ({ side }: Pick<Figure, 'side'>): boolean => side === 'above' || side === 'below';
