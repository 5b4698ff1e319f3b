import {
  type Buckets,
  bucketEdges,
  formatLocal,
  type Granularity,
  granularity,
  type Instant,
  type SiteCalendar,
  wallAt,
} from '../../../core/index.ts';
import { type ShiftedSpan, shiftBack } from './comparison.ts';

/** The buckets of a shifted range. `matches[i]` is the one that current bucket i is compared with; null when there is none. */
export interface ComparisonBuckets extends Buckets {
  readonly matches: readonly (number | null)[];
}

/**
 * Cuts a shifted range so that each bucket of the current range has its counterpart at the same place on the clock.
 * Below a day, the range's own buckets are matched by local time: an hour that one side skipped, or had twice while
 * the other had it once, has no counterpart the second time. From a day on (or when the shift is no multiple of the width), the current edges
 * themselves are shifted, so weeks and months are compared with stretches of as many days.
 */
export function comparisonBuckets(
  calendar: SiteCalendar,
  current: Buckets,
  width: Granularity,
  shifted: ShiftedSpan,
): ComparisonBuckets {
  if (width < granularity.day && shifted.shift % (width * 1000) === 0) {
    const buckets = bucketEdges(calendar, shifted.span, width);
    return { ...buckets, matches: matchByClock(calendar, current, buckets, shifted.shift) };
  }
  const edges = current.edges.map((edge) => clamp(shiftBack(calendar, edge, shifted.shift), shifted));
  const starts = edges.slice(0, -1);
  return {
    edges,
    labels: starts.map((edge) => formatLocal(calendar.timezone, edge)),
    // A bucket may shrink to nothing where the shifted range has a gap of the clock or ends early.
    matches: starts.map((edge, index) => (edge < (edges[index + 1] as Instant) ? index : null)),
  };
}

function matchByClock(calendar: SiteCalendar, current: Buckets, then: Buckets, shift: number): (number | null)[] {
  const open = Map.groupBy(then.labels.keys(), (index) => wallAt(calendar.timezone, then.edges[index] as Instant));
  return current.labels.map((_, index) => {
    const clock = wallAt(calendar.timezone, current.edges[index] as Instant) - shift;
    // Each counterpart once, so that totals of matched buckets are totals of time that was there.
    return open.get(clock)?.shift() ?? null;
  });
}

function clamp(at: Instant, { span }: ShiftedSpan): Instant {
  return Math.min(Math.max(at, span.from), span.to);
}
