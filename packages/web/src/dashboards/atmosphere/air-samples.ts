import type { AirSample } from '@atrium/domain/dashboards';
import { defaultBands, scoreOf } from '@atrium/domain/measurements';
import type { Measured } from '../counting/counting-model.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { type MetricNumbers, newest, type SectionModel } from '../section/section-model.ts';
import type { BandOf } from './use-bands.ts';

/** What the air of a place is now, or was on average of days that are over. */
export function sampleOf(measured: Measured, { includesNow }: Pick<ResolvedFilters, 'includesNow'>): number | null {
  return includesNow ? (newest(measured)?.value ?? null) : measured.value;
}

/** Every sample that is rated, of every part or of these. */
export function airSamples(
  { metrics }: SectionModel,
  filters: ResolvedFilters,
  places: ReadonlySet<string> | null,
): readonly AirSample[] {
  return metrics
    .filter(({ metric }) => isRated(metric.id))
    .flatMap(({ metric, parts }) =>
      [...parts]
        .filter(([place]) => places === null || places.has(place))
        .map(([place, part]) => ({ metric: metric.id, place, value: sampleOf(part, filters) })),
    );
}

/** How comfortable a place is: the worst of its samples; null when nothing was sampled there. */
export function comfortOf(samples: readonly AirSample[], place: string, bandOf: BandOf): number | null {
  const scores = samples.flatMap((each) =>
    each.place === place && each.value !== null ? [scoreOf(bandOf(each.metric), each.value)] : [],
  );
  return scores.length === 0 ? null : Math.min(...scores);
}

export const isRated = (metric: string): boolean => Object.hasOwn(defaultBands, metric);

/** Shares of the measured time in which a sample was good (4, 5), average (3) and critical (1, 2); null when never measured. */
export function timeShares({ metric, buckets }: MetricNumbers, bandOf: BandOf) {
  const scores = buckets.flatMap(({ point }) =>
    point?.state === 'known' ? [scoreOf(bandOf(metric.id), point.value)] : [],
  );
  if (scores.length === 0) return null;
  const share = (from: number, to: number) =>
    scores.filter((score) => score >= from && score <= to).length / scores.length;
  return { good: share(4, 5), average: share(3, 3), critical: share(1, 2) };
}
