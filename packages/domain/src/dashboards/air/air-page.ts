import { addDays } from '../../core/index.ts';
import { type Band, bandAt, type DatedBand } from '../../measurements/index.ts';
import { type FilteredSite, partZones, type ResolvedFilters } from '../filters/index.ts';
import type { AskedQuery } from '../queries/asked-query.ts';
import {
  type AirQuestion,
  type PlacesQuery,
  toComfortQueries,
  toExtremeQueries,
  toShareQueries,
} from './air-queries.ts';
import type { BandSide } from './band-depth.ts';

/** What a page of a site's air asks about under a choice of filters. */
export function airQuestion(
  site: Pick<FilteredSite, 'topology'>,
  filters: ResolvedFilters,
  metrics: readonly string[],
  partsBy: AirQuestion['partsBy'],
): AirQuestion {
  const { ranges, state, counted } = filters;
  const asked = partsBy === 'DEVICE' || counted.length === 0 ? counted : partZones(site, filters);
  return {
    partsBy,
    partZoneIds: asked.map(({ id }) => id),
    // Where no zone is what the filters ask for there is nothing to ask.
    metrics: asked.length === 0 ? [] : metrics,
    ranges,
    hours: state.hours,
    day: state.day,
    calendar: site.topology,
  };
}

/** What is asked to say whether the air is good. */
export interface AirQueries {
  /** The metrics whose scores make comfort. */
  readonly scores: readonly string[];
  readonly extremes: readonly (PlacesQuery & { readonly side: BandSide })[];
  readonly shares: readonly PlacesQuery[];
  /** Of all these, one after the other. */
  readonly list: readonly AskedQuery[];
}

export function airQueries(question: AirQuestion, bandOf: (metric: string) => Band): AirQueries {
  const scores = toComfortQueries(question);
  const extremes = toExtremeQueries(question, bandOf);
  const shares = toShareQueries(question);
  const list = [...scores.values(), ...[...extremes, ...shares].map(({ query }) => query)];
  return { scores: [...scores.keys()], extremes, shares, list };
}

/** The limits of good air that hold at the end of the time shown: the organization's own, the usual ones where it set none. */
export function bandsShown(
  own: readonly DatedBand[],
  country: string | null,
  { ranges, today }: Pick<ResolvedFilters, 'ranges' | 'today'>,
): (metric: string) => Band {
  const end = addDays(ranges.at(-1)?.to ?? addDays(today, 1), -1);
  const last = end < today ? end : today;
  return (metric) => bandAt(own, metric, country, last);
}
