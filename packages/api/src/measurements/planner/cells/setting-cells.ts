import type { ZoneSetting } from '@atrium/domain/measurements';
import { maximalZones, type Topology } from '@atrium/domain/sites';
import type { SiteSelection } from '../scoped-query.ts';
import type { Evaluated, Evaluation, SeriesInput } from './evaluation.ts';
import { cellOf } from './series-reporting.ts';

/** What is set for each series: the sum over its zones, missing where one of them has none. */
export async function settingCells({ timeline, series, topology }: Evaluation, of: ZoneSetting): Promise<Evaluated> {
  const counted = new Float64Array(timeline.buckets.length);
  for (const [piece, bucket] of timeline.bucketOf.entries())
    if (bucket >= 0)
      counted[bucket] =
        (counted[bucket] as number) + (timeline.edges[piece + 1] as number) - (timeline.edges[piece] as number);
  const cells = series.map(({ selection }: SeriesInput) => {
    const value = settingOf(topology, selection, of);
    const line = timeline.buckets.map((bucket, index) => {
      const time = counted[index] as number;
      const same = { min: value ?? 0, max: value ?? 0, first: value ?? 0, last: value ?? 0 };
      const measure = value === null ? null : ({ kind: 'state', integral: value * time, time, ...same } as const);
      return cellOf(bucket, measure, 0, 0, bucket.to);
    });
    return new Map([['', line]]);
  });
  return { cells, devices: new Map() };
}

/** null where one of the selected zones has no such setting. Zones within others are part of them. */
export function settingOf(
  topology: Topology,
  { zoneIds, zonesNamed }: Pick<SiteSelection, 'zoneIds' | 'zonesNamed'>,
  of: ZoneSetting,
): number | null {
  const ids = maximalZones(topology.zones, zoneIds);
  const values = topology.zones.filter((zone) => ids.includes(zone.id)).map((zone) => zone[of]);
  const sum = values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);
  // The site as a whole has an area of its own.
  return sum === null && of === 'area' && !zonesNamed ? topology.area : sum;
}
