import { addDays } from '../../core/index.ts';
import { type Band, type DatedBand, findBand } from '../../numbers/index.ts';
import type { FilteredSite, ResolvedFilters } from '../filters/resolve.ts';
import { listPartZones } from '../filters/resolve.ts';
import type { AskedQuery } from '../queries/asked-query.ts';
import {
  type AirQuestion,
  type PlacesQuery,
  toComfortQueries,
  toExtremeQueries,
  toShareQueries,
} from './air-queries.ts';
import type { BandSide } from './band-depth.ts';

/** Builds the question of a site's air page from its filters. */
export function buildAirQuestion(
  site: Pick<FilteredSite, 'topology'>,
  filters: ResolvedFilters,
  metrics: readonly string[],
  partsBy: AirQuestion['partsBy'],
): AirQuestion {
  const { ranges, state, counted } = filters;
  const asked = partsBy === 'DEVICE' || counted.length === 0 ? counted : listPartZones(site, filters);
  return {
    partsBy,
    partZoneIds: asked.map(({ id }) => id),
    // If no zone matches the filters there is nothing to query.
    metrics: asked.length === 0 ? [] : metrics,
    ranges,
    hours: state.hours,
    day: state.day,
    calendar: site.topology,
  };
}

/** The queries that decide whether the air is good. */
export interface AirQueries {
  /** The metrics whose scores make up comfort. */
  readonly scores: readonly string[];
  readonly extremes: readonly (PlacesQuery & { readonly side: BandSide })[];
  readonly shares: readonly PlacesQuery[];
  /** All of these queries in order. */
  readonly list: readonly AskedQuery[];
}

export function buildAirQueries(question: AirQuestion, bandOf: (metric: string) => Band): AirQueries {
  const scores = toComfortQueries(question);
  const extremes = toExtremeQueries(question, bandOf);
  const shares = toShareQueries(question);
  const list = [...scores.values(), ...[...extremes, ...shares].map(({ query }) => query)];
  return { scores: [...scores.keys()], extremes, shares, list };
}

/** Returns the limits of good air at the end of the shown period: the organization's own, else the defaults. */
export function resolveBands(
  own: readonly DatedBand[],
  country: string | null,
  { ranges, today }: Pick<ResolvedFilters, 'ranges' | 'today'>,
): (metric: string) => Band {
  const end = addDays(ranges.at(-1)?.to ?? addDays(today, 1), -1);
  const last = end < today ? end : today;
  return (metric) => findBand(own, metric, country, last);
}
