import { maximalZones } from '@atrium/domain/sites';
import type { Evaluated, Evaluation, SeriesInput } from './evaluation.ts';
import { cellOf } from './series-reporting.ts';

/** The people limit of each series: what its zones may hold together, missing where one of them has no limit. */
export async function limitCells({ timeline, series, topology }: Evaluation): Promise<Evaluated> {
  const counted = new Float64Array(timeline.buckets.length);
  for (const [piece, bucket] of timeline.bucketOf.entries())
    if (bucket >= 0)
      counted[bucket] =
        (counted[bucket] as number) + (timeline.edges[piece + 1] as number) - (timeline.edges[piece] as number);
  const limitOf = ({ selection }: SeriesInput) => {
    const ids = maximalZones(topology.zones, selection.zoneIds);
    const limits = topology.zones.filter((zone) => ids.includes(zone.id)).map((zone) => zone.limit);
    return limits.reduce((sum, limit) => (sum === null || limit === null ? null : sum + limit), 0);
  };
  const cells = series.map((one) => {
    const limit = limitOf(one);
    const line = timeline.buckets.map((bucket, index) => {
      const time = counted[index] as number;
      const same = { min: limit ?? 0, max: limit ?? 0, first: limit ?? 0, last: limit ?? 0 };
      const measure = limit === null ? null : ({ kind: 'state', integral: limit * time, time, ...same } as const);
      return cellOf(bucket, measure, 0, 0, bucket.to);
    });
    return new Map([['', line]]);
  });
  return { cells, devices: new Map() };
}
