import { useQuery } from '@apollo/client/react';
import type { Band, DatedBand } from '@atrium/domain/numbers';
import type { Comfort, ResolvedFilters } from '@atrium/domain/pages';
import { compareDepths, computeBandDepth, resolveBands } from '@atrium/domain/pages/air';
import { useMemo } from 'react';
import type { SectionModel } from '../section/section-model.ts';
import type { Site } from '../site-page/site.ts';
import { AirBandsDocument, type AirBandsQuery } from './operations.generated.ts';

/** Returns the limits of good air that apply to a metric. */
export type BandOf = (metric: string) => Band;

/**
 * Loads the limits for a site at the end of the shown period: the organization's own, else the defaults. Null while
 * loading.
 */
export function useBands({ country }: Site, { ranges, today }: ResolvedFilters): BandOf | null {
  const { data, error } = useQuery(AirBandsDocument, { fetchPolicy: 'cache-first' });
  return useMemo(() => {
    // If loading fails, ratings use the default limits: that is better than no ratings.
    if (!data && !error) return null;
    const own = (data?.measurementSettings.bands ?? []).flatMap(bandsOf);
    return resolveBands(own, country, { ranges, today });
  }, [data, error, country, ranges, today]);
}

type Sent = AirBandsQuery['measurementSettings']['bands'][number];

function bandsOf({ metric, country, since, below, atLeast, from, to, isDefault }: Sent): DatedBand[] {
  if (isDefault) return [];
  const band =
    four(below, (below) => ({ below })) ??
    four(atLeast, (atLeast) => ({ atLeast })) ??
    four(
      from?.map((low, index) => [low, to?.[index] ?? low] as const),
      (within) => ({ within }),
    );
  return band === null ? [] : [{ metric, country, since, band }];
}

type Four<Value> = readonly [Value, Value, Value, Value];

function four<Value>(limits: readonly Value[] | null | undefined, band: (limits: Four<Value>) => Band): Band | null {
  return limits?.length === 4 ? band(limits as unknown as Four<Value>) : null;
}

interface Spot {
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
