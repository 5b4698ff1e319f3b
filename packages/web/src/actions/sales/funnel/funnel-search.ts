import { isLocalDate } from '@atrium/domain/core';

/** Search parameters: comma-separated lists of sites and of the first days of months. */
export interface FunnelSearch {
  readonly sites?: string;
  readonly dates?: string;
  /** Turns off the comparison with a year before. */
  readonly compare?: 'off';
}

/** Parses a list; null if absent or invalid. */
export function parseSiteIds(list: string | undefined): readonly number[] | null {
  const parts = partsOf(list);
  return parts?.every((part) => /^\d{1,9}$/.test(part)) ? [...new Set(parts.map(Number))] : null;
}

export function parseDates(list: string | undefined): readonly string[] | null {
  const parts = partsOf(list);
  return parts?.every(isLocalDate) ? [...new Set(parts)].sort() : null;
}

/** Parses the search parameters; ignores invalid lists. */
export function parseFunnelSearch(given: Readonly<Record<string, unknown>>): FunnelSearch {
  // The router parses a single number as a number.
  const [sites, dates] = [wordOf(given.sites), wordOf(given.dates)];
  return {
    ...(sites !== undefined && parseSiteIds(sites) !== null && { sites }),
    ...(dates !== undefined && parseDates(dates) !== null && { dates }),
    ...(given.compare === 'off' && { compare: 'off' }),
  };
}

/** Returns which lists are invalid. */
export function findSearchFaults(given: Readonly<Record<string, unknown>>): readonly ('sites' | 'dates')[] {
  const read = parseFunnelSearch(given);
  return (['sites', 'dates'] as const).filter((list) => wordOf(given[list]) !== undefined && read[list] === undefined);
}

/** An empty list counts as absent. */
const wordOf = (given: unknown): string | undefined =>
  (typeof given === 'string' && given !== '') || typeof given === 'number' ? String(given) : undefined;

const partsOf = (list: string | undefined): readonly string[] | null =>
  list === undefined || list === '' ? null : list.split(',');
