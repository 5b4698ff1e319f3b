import type { Comfort } from '@atrium/domain/dashboards';
import { compareDepths, computeBandDepth } from '@atrium/domain/dashboards/air';
import type { SectionModel } from '../section/section-model.ts';
import type { BandOf } from './comfort-bands.ts';

export interface Spot {
  readonly place: string;
  readonly comfort: Comfort;
  /** The metric furthest beyond good, among those that decide the comfort. */
  readonly metric: string;
}

/** Sorts the places with a known comfort, weakest first: by score, then by how far the means lie beyond good. */
export function sortByComfort(
  places: readonly string[],
  comforts: ReadonlyMap<string, Comfort>,
  { metrics }: Pick<SectionModel, 'metrics'>,
  bandOf: BandOf,
): readonly Spot[] {
  const depth = (metric: string, place: string) => {
    const value = metrics.find((each) => each.metric.id === metric)?.parts.get(place)?.value ?? null;
    return (value === null ? null : computeBandDepth(bandOf(metric), value)) ?? none;
  };
  return places
    .flatMap((place) => {
      const comfort = comforts.get(place);
      if (!comfort) return [];
      const measures = comfort.decidedBy.map((metric) => ({ metric, depth: depth(metric, place) }));
      const [worst] = measures.toSorted((left, right) => compareDepths(left.depth, right.depth));
      return worst ? [{ place, comfort, ...worst }] : [];
    })
    .toSorted((left, right) => left.comfort.score - right.comfort.score || compareDepths(left.depth, right.depth));
}

/** Depth of a good or unknown value. */
const none = { score: 5, side: 'above', limit: 0, depth: 0 } as const;
