import {
  addDays,
  buildBuckets,
  daysBetween,
  type Granularity,
  granularity,
  type LocalDate,
  type SiteCalendar,
  type Span,
  startOfMonth,
  startOfSiteDay,
  startOfWeek,
  toSiteDay,
} from '../../core/index.ts';
import type { ExportFormat } from './export-request.ts';

/** Maximum rows of one export: a year of minutes for nine places, or three years of quarters for fifty. */
export const maxExportRows = 5_000_000;

/** Maximum bytes of a mail attachment. Larger files are only linked. */
export const maxAttachmentBytes = 7_000_000;

/** Days after which a finished file and its link expire. */
export const exportRetentionDays = 7;

/** Bytes per row and per number, measured on exports of the demo. */
const sizes: Readonly<Record<ExportFormat, { readonly file: number; readonly row: number; readonly number: number }>> =
  {
    xlsx: { file: 4500, row: 17, number: 4 },
    csv: { file: 100, row: 58, number: 5 },
    parquet: { file: 3500, row: 2.5, number: 2.5 },
  };

/** Estimates the size of a file in bytes. */
export function estimateBytes(format: ExportFormat, rows: number, numbers: number): number {
  const { file, row, number } = sizes[format];
  return Math.round(file + rows * (row + numbers * number));
}

/** Points of one metric per query: few enough that concurrent page views are not slowed down. */
const pointsAtOnce = 4000;
const maxDays = 370;

/**
 * Splits a period into parts that are queried one after the other, oldest first. Parts are whole days, weeks or months
 * of the site, so that no row is split. A part has at least the rows of one day.
 */
export function* sliceSpan(
  calendar: SiteCalendar,
  { from, to }: Span,
  width: Granularity,
  places: number,
): Generator<Span> {
  const days = Math.min(maxDays, Math.max(1, Math.floor(pointsAtOnce / (perDay(width) * places))));
  let begin = from;
  while (begin < to) {
    const next = startOfSiteDay(calendar, followingDate(calendar, toSiteDay(calendar, begin), width, days));
    const end = Math.min(to, next);
    yield { from: begin, to: end };
    begin = end;
  }
}

const perDay = (width: Granularity) => Math.max(1, granularity.day / width);

/** Returns the first row start at least this many days later. */
function followingDate({ firstWeekday }: SiteCalendar, date: LocalDate, width: Granularity, days: number): LocalDate {
  if (width === granularity.week)
    return addDays(startOfWeek(date, firstWeekday), 7 * Math.max(1, Math.floor(days / 7)));
  if (width === granularity.month) return startOfMonth(date, Math.max(1, Math.floor(days / 31)));
  return addDays(date, days);
}

/** Number of rows, with its factors. */
export interface RowCount {
  readonly days: number;
  /** Over the whole period; a day of 24 hours has `perDay` of them. */
  readonly buckets: number;
  /** Null if rows are a day wide or wider. */
  readonly perDay: number | null;
  readonly places: number;
  readonly rows: number;
}

export function countRows(calendar: SiteCalendar, span: Span, width: Granularity, places: number): RowCount {
  const days = daysBetween(toSiteDay(calendar, span.from), toSiteDay(calendar, span.to - 1)) + 1;
  let buckets = 0;
  for (const slice of sliceSpan(calendar, span, width, 1))
    buckets += buildBuckets(calendar, slice, width).labels.length;
  return {
    days,
    buckets,
    perDay: width < granularity.day ? perDay(width) : null,
    places,
    rows: buckets * places,
  };
}
