import {
  type Buckets,
  buildBuckets,
  formatLocal,
  type Granularity,
  granularity,
  type Instant,
  instantToWall,
  type SiteCalendar,
} from '../../../core/index.ts';
import { type ShiftedSpan, shiftBack } from './comparison.ts';

/** Buckets of a shifted range. `matches[i]` is the counterpart of current bucket i, or null. */
export interface ComparisonBuckets extends Buckets {
  readonly matches: readonly (number | null)[];
}

/**
 * Cuts a shifted range so that each bucket of the current range has its counterpart at the same local time.
 *
 * Below a day, the range's own buckets are matched by local time. An hour that one side skipped, or had twice while the
 * other had it once, has no counterpart the second time. From a day on (or when the shift is no multiple of the width),
 * the current edges are shifted. So weeks and months are compared with the same number of days.
 */
export function buildComparisonBuckets(
  calendar: SiteCalendar,
  current: Buckets,
  width: Granularity,
  shifted: ShiftedSpan,
): ComparisonBuckets {
  if (width < granularity.day && shifted.shift % (width * 1000) === 0) {
    const buckets = buildBuckets(calendar, shifted.span, width);
    return { ...buckets, matches: matchByClock(calendar, current, buckets, shifted.shift) };
  }
  const edges = current.edges.map((edge) => clamp(shiftBack(calendar, edge, shifted.shift), shifted));
  const starts = edges.slice(0, -1);
  return {
    edges,
    labels: starts.map((edge) => formatLocal(calendar.timezone, edge)),
    // A bucket may become empty where the shifted range has a clock gap or ends early.
    matches: starts.map((edge, index) => (edge < (edges[index + 1] as Instant) ? index : null)),
  };
}

function matchByClock(calendar: SiteCalendar, current: Buckets, then: Buckets, shift: number): (number | null)[] {
  const open = Map.groupBy(then.labels.keys(), (index) =>
    instantToWall(calendar.timezone, then.edges[index] as Instant),
  );
  return current.labels.map((_, index) => {
    const clock = instantToWall(calendar.timezone, current.edges[index] as Instant) - shift;
    // Uses each counterpart once, so that totals of matched buckets contain no time twice.
    return open.get(clock)?.shift() ?? null;
  });
}

function clamp(at: Instant, { span }: ShiftedSpan): Instant {
  return Math.min(Math.max(at, span.from), span.to);
}
