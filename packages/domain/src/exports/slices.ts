import {
  addDays,
  bucketEdges,
  dayOf,
  dayStart,
  daysBetween,
  firstOfMonth,
  type Granularity,
  granularity,
  type LocalDate,
  mondayOf,
  type SiteCalendar,
  type Span,
} from '../core/index.ts';

/** Points of one metric that are asked for at once: few enough that whoever looks at a page meanwhile notices nothing. */
const pointsAtOnce = 4000;
const mostDays = 370;

/**
 * A time in parts that are asked for one after the other, oldest first: whole days, weeks or months of the site, so that
 * no row is cut in two. Rows of a part are at least those of one day.
 */
export function* slicesOf(
  calendar: SiteCalendar,
  { from, to }: Span,
  width: Granularity,
  places: number,
): Generator<Span> {
  const days = Math.min(mostDays, Math.max(1, Math.floor(pointsAtOnce / (perDay(width) * places))));
  let begin = from;
  while (begin < to) {
    const next = dayStart(calendar, followingDate(dayOf(calendar, begin), width, days));
    const end = Math.min(to, next);
    yield { from: begin, to: end };
    begin = end;
  }
}

const perDay = (width: Granularity) => Math.max(1, granularity.day / width);

/** The first date at least so many days on at which a row begins. */
function followingDate(date: LocalDate, width: Granularity, days: number): LocalDate {
  if (width === granularity.week) return addDays(mondayOf(date), 7 * Math.max(1, Math.floor(days / 7)));
  if (width === granularity.month) return firstOfMonth(date, Math.max(1, Math.floor(days / 31)));
  return addDays(date, days);
}

/** How many rows there will be, and what makes them so many. */
export interface RowCount {
  readonly days: number;
  /** Of the whole time; a day of 24 hours has `perDay` of them. */
  readonly buckets: number;
  /** null where rows are a day wide or wider. */
  readonly perDay: number | null;
  readonly places: number;
  readonly rows: number;
}

export function countRows(calendar: SiteCalendar, span: Span, width: Granularity, places: number): RowCount {
  const days = daysBetween(dayOf(calendar, span.from), dayOf(calendar, span.to - 1)) + 1;
  let buckets = 0;
  for (const slice of slicesOf(calendar, span, width, 1)) buckets += bucketEdges(calendar, slice, width).labels.length;
  return {
    days,
    buckets,
    perDay: width < granularity.day ? perDay(width) : null,
    places,
    rows: buckets * places,
  };
}
