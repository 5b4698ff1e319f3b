import { addDays, isLocalDate, type LocalDate } from '@atrium/domain/core';
import { type ExportDataType, exportDataTypes } from '@atrium/domain/exports';

/** What an address may say to the form, not yet understood: pages that lead there say what they show. */
export interface ExportSearch {
  readonly site?: number | undefined;
  readonly zone?: number | undefined;
  /** A data type, or the section of a site's pages. */
  readonly type?: string | undefined;
  /** Days of the site, the second excluded. */
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
  /** What of the page the file can't hold: names of `lostParts`, joined by hyphens. */
  readonly lost?: string | undefined;
}

/**
 * What a page may show that a file does not: some hours or weekdays only, some people, zones with some tags, gaps between
 * its days, further zones, numbers of other data types, where in a zone people were.
 */
const lostParts = ['hours', 'weekdays', 'people', 'tags', 'ranges', 'zones', 'metrics', 'spots'] as const;
export type LostPart = (typeof lostParts)[number];

/** What is filled in by an address. */
interface Filled {
  readonly site?: number;
  readonly zone?: number;
  readonly type?: ExportDataType;
  readonly first?: LocalDate;
  readonly last?: LocalDate;
  readonly lost?: readonly LostPart[];
}

/** What is understood of an address; the rest is left to the form. */
export function exportSearch(given: Readonly<Record<string, unknown>>): Filled {
  const [site, zone] = [given.site, given.zone].map((value) => (isId(value) ? Number(value) : null));
  const wanted = given.type === 'atmosphere' ? 'air' : given.type;
  const type = exportDataTypes.find((one) => one === wanted);
  const { from, to } = given;
  const areDays = typeof from === 'string' && typeof to === 'string' && isLocalDate(from) && isLocalDate(to);
  const named = typeof given.lost === 'string' ? given.lost.split('-') : [];
  const lost = lostParts.filter((part) => named.includes(part));
  return {
    ...(site != null && { site }),
    ...(zone != null && { zone }),
    ...(type !== undefined && { type }),
    ...(areDays && from < to && { first: from, last: addDays(to, -1) }),
    ...(lost.length > 0 && { lost }),
  };
}

const isId = (value: unknown) => /^[1-9]\d{0,8}$/.test(String(value));
