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
}

/** What is filled in by an address. */
interface Filled {
  readonly site?: number;
  readonly zone?: number;
  readonly type?: ExportDataType;
  readonly first?: LocalDate;
  readonly last?: LocalDate;
}

/** What is understood of an address; the rest is left to the form. */
export function exportSearch(given: Readonly<Record<string, unknown>>): Filled {
  const [site, zone] = [given.site, given.zone].map((value) => (isId(value) ? Number(value) : null));
  const wanted = given.type === 'atmosphere' ? 'air' : given.type;
  const type = exportDataTypes.find((one) => one === wanted);
  const { from, to } = given;
  const areDays = typeof from === 'string' && typeof to === 'string' && isLocalDate(from) && isLocalDate(to);
  return {
    ...(site != null && { site }),
    ...(zone != null && { zone }),
    ...(type !== undefined && { type }),
    ...(areDays && from < to && { first: from, last: addDays(to, -1) }),
  };
}

const isId = (value: unknown) => /^[1-9]\d{0,8}$/.test(String(value));
