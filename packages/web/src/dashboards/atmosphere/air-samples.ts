import type { AirSample } from '@atrium/domain/dashboards';
import { defaultBands, scoreOf } from '@atrium/domain/measurements';
import type { Measured } from '../counting/counting-model.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { newest, type SectionModel } from '../section/section-model.ts';
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
export function comfortOf(samples: readonly AirSample[], place: string, bandOf: BandOf) {
  const scored = samples.flatMap(({ metric, value, ...each }) =>
    each.place === place && value !== null ? [{ metric, score: scoreOf(bandOf(metric), value) }] : [],
  );
  return scored.toSorted((one, other) => one.score - other.score)[0] ?? null;
}

export const isRated = (metric: string): boolean => Object.hasOwn(defaultBands, metric);
