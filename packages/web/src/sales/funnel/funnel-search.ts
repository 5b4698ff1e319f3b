import { isLocalDate } from '@atrium/domain/core';

/** What the address of a funnel says: comma lists of sites and of the first days of months. */
export interface FunnelSearch {
  readonly sites?: string;
  readonly dates?: string;
  /** Not beside a year before. */
  readonly compare?: 'off';
}

/** A list of the address; null: there is none that is understood. */
export function siteIdsOf(list: string | undefined): readonly number[] | null {
  const parts = partsOf(list);
  return parts?.every((part) => /^\d{1,9}$/.test(part)) ? [...new Set(parts.map(Number))] : null;
}

export function datesOf(list: string | undefined): readonly string[] | null {
  const parts = partsOf(list);
  return parts?.every(isLocalDate) ? [...new Set(parts)].sort() : null;
}

/** What is understood of an address: lists that are not are ignored. */
export function funnelSearch(given: Readonly<Record<string, unknown>>): FunnelSearch {
  // One number alone is read as a number.
  const [sites, dates] = [wordOf(given.sites), wordOf(given.dates)];
  return {
    ...(sites !== undefined && siteIdsOf(sites) !== null && { sites }),
    ...(dates !== undefined && datesOf(dates) !== null && { dates }),
    ...(given.compare === 'off' && { compare: 'off' }),
  };
}

/** Which lists of an address are not understood. */
export function faultsOf(given: Readonly<Record<string, unknown>>): readonly ('sites' | 'dates')[] {
  const read = funnelSearch(given);
  return (['sites', 'dates'] as const).filter((list) => wordOf(given[list]) !== undefined && read[list] === undefined);
}

/** A list without anything is none. */
const wordOf = (given: unknown): string | undefined =>
  (typeof given === 'string' && given !== '') || typeof given === 'number' ? String(given) : undefined;

const partsOf = (list: string | undefined): readonly string[] | null =>
  list === undefined || list === '' ? null : list.split(',');
