import { type ExportDataType, exportDataTypes } from '@atrium/domain/actions/exports';
import { addDays, isLocalDate, type LocalDate } from '@atrium/domain/core';

/** Raw search parameters of the form. Pages that link here pass what they show. */
export interface ExportSearch {
  readonly site?: number | undefined;
  readonly zone?: number | undefined;
  /** A data type, or a section of site pages. */
  readonly type?: string | undefined;
  /** Days of the site, `to` exclusive. */
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
  /** What the linking page shows but the file cannot contain: names of `unsupportedParts`, joined by hyphens. */
  readonly lost?: string | undefined;
}

/**
 * Filters a page may have and a file cannot. In order: hours, weekdays, people, zones by tag, gaps between days,
 * further zones, metrics of other data types, positions in a zone.
 */
const unsupportedParts = ['hours', 'weekdays', 'people', 'tags', 'ranges', 'zones', 'metrics', 'spots'] as const;
export type UnsupportedPart = (typeof unsupportedParts)[number];

/** Values prefilled from an address. */
interface Filled {
  readonly site?: number;
  readonly zone?: number;
  readonly type?: ExportDataType;
  readonly first?: LocalDate;
  readonly last?: LocalDate;
  readonly lost?: readonly UnsupportedPart[];
}

/** Parses the search parameters; leaves invalid ones to the form's defaults. */
export function parseExportSearch(given: Readonly<Record<string, unknown>>): Filled {
  const [site, zone] = [given.site, given.zone].map((value) => (isId(value) ? Number(value) : null));
  const wanted = given.type === 'atmosphere' ? 'air' : given.type;
  const type = exportDataTypes.find((one) => one === wanted);
  const { from, to } = given;
  const areDays = typeof from === 'string' && typeof to === 'string' && isLocalDate(from) && isLocalDate(to);
  const named = typeof given.lost === 'string' ? given.lost.split('-') : [];
  const lost = unsupportedParts.filter((part) => named.includes(part));
  return {
    ...(site != null && { site }),
    ...(zone != null && { zone }),
    ...(type !== undefined && { type }),
    ...(areDays && from < to && { first: from, last: addDays(to, -1) }),
    ...(lost.length > 0 && { lost }),
  };
}

const isId = (value: unknown) => /^[1-9]\d{0,8}$/.test(String(value));
