import type { Instant, Span } from '@atrium/domain/core';
import { dayMs } from '../../rollups/dirty-days.ts';
import { joinSpans } from '../spans.ts';

export const quarterMs = 900_000;
export const hourQuarters = 4;
export const dayQuarters = dayMs / quarterMs;

/** Part of a UTC day within one piece of time, in quarter-hours of the day. */
export interface DaySegment {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Position of the piece among the edges. */
  readonly place: number;
}

/** Consecutive UTC days (since 1970) that lie in one piece of time. */
export interface WholeDays {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly place: number;
}

/**
 * Sources by UTC day, so that nothing is read twice or assigned to a wrong piece:
 *
 * - `whole`: days within one piece; their rollups' totals
 * - `byHours`, `byQuarters`: days that edges cut; their rollups' arrays
 * - `readings`: quarter-hours that edges cut, and dirty days
 */
export interface DayPlan {
  readonly whole: readonly WholeDays[];
  readonly byHours: ReadonlyMap<number, readonly DaySegment[]>;
  readonly byQuarters: ReadonlyMap<number, readonly DaySegment[]>;
  /** Ascending and disjoint. */
  readonly readings: readonly Span[];
}

/**
 * Rolled-up time no longer than this is read with the dirty days beside it. A site's current day begins within a past
 * UTC day, and a second statement takes longer than reading a few more hours.
 */
const shortMs = 12 * 3_600_000;

/**
 * Plans the sources of a time.
 *
 * `edges` ascend and include the ends of every span; time between the spans (ascending, disjoint) is not read. Before
 * `keptSince` there are no readings: no edge may cut a quarter-hour there, and no day may be dirty (`needsReadings`).
 * `dirtyDays` (days since 1970, ascending) must be read from readings.
 */
export function planDays(
  spans: readonly Span[],
  edges: readonly Instant[],
  dirtyDays: readonly number[],
  keptSince: Instant,
): DayPlan {
  const whole: { from: number; to: number; place: number }[] = [];
  const cut = new Map<number, DaySegment[]>();
  const readings: Span[] = [];
  const isDirty = new Set(dirtyDays);
  let place = 0;
  for (const span of splitAt(spans, keptSince)) {
    if (isReadWhole(span, edges, dirtyDays)) {
      readings.push(span);
      continue;
    }
    for (let day = Math.floor(span.from / dayMs); day * dayMs < span.to; day++) {
      const [from, to] = [Math.max(day * dayMs, span.from), Math.min((day + 1) * dayMs, span.to)];
      if (isDirty.has(day)) {
        readings.push({ from, to });
        continue;
      }
      while ((edges[place + 1] as Instant) <= from) place += 1;
      if (to - from === dayMs && (edges[place + 1] as Instant) >= to) {
        const last = whole.at(-1);
        if (last?.to === day && last.place === place) last.to = day + 1;
        else whole.push({ from: day, to: day + 1, place });
        continue;
      }
      const segments = cut.get(day) ?? [];
      cut.set(day, segments);
      for (let begin = from; begin < to; ) {
        while ((edges[place + 1] as Instant) <= begin) place += 1;
        const end = Math.min(edges[place + 1] as Instant, to);
        addSegment(segments, readings, day, { from: begin, to: end }, place);
        begin = end;
      }
    }
  }
  const isByHours = ([, segments]: [number, readonly DaySegment[]]) =>
    segments.every((one) => one.from % hourQuarters === 0 && one.to % hourQuarters === 0);
  const days = [...cut].filter(([, segments]) => segments.length > 0);
  return {
    whole,
    byHours: new Map(days.filter(isByHours)),
    byQuarters: new Map(days.filter((day) => !isByHours(day))),
    readings: joinSpans(readings),
  };
}

/**
 * Sources by UTC day, for rollups that hold every reading of a day with its time: days within one piece, parts of days
 * that edges cut, and what must be read from readings. Spans are ascending and disjoint.
 */
export interface WholeDayPlan {
  readonly whole: readonly Span[];
  readonly cut: readonly Span[];
  readonly readings: readonly Span[];
}

/** Plans the sources of such a time; same parameters as `planDays`. The time may be all of the past. */
export function planWholeDays(
  spans: readonly Span[],
  edges: readonly Instant[],
  dirtyDays: readonly number[],
  keptSince: Instant,
): WholeDayPlan {
  const whole: Span[] = [];
  const cut: Span[] = [];
  const readings: Span[] = [];
  const isDirty = new Set(dirtyDays);
  const cutDays = edges.filter((edge) => edge % dayMs !== 0).map((edge) => Math.floor(edge / dayMs));
  const special = [...new Set([...cutDays, ...dirtyDays])].sort((left, right) => left - right);
  for (const span of splitAt(spans, keptSince)) {
    if (isShortBesideDirty(span, dirtyDays)) {
      readings.push(span);
      continue;
    }
    let { from } = span;
    for (const day of special.filter((one) => one * dayMs < span.to && (one + 1) * dayMs > span.from)) {
      const part = { from: Math.max(day * dayMs, from), to: Math.min((day + 1) * dayMs, span.to) };
      whole.push({ from, to: part.from });
      (isDirty.has(day) ? readings : cut).push(part);
      from = part.to;
    }
    whole.push({ from, to: span.to });
  }
  return { whole: joinSpans(whole), cut: joinSpans(cut), readings: joinSpans(readings) };
}

/** Same, for rollups that hold the quarter-hours of a day but no times within them. */
export function planQuarterHours(...time: Parameters<typeof planDays>): WholeDayPlan {
  const { whole, byHours, byQuarters, readings } = planDays(...time);
  const cut = [...byHours, ...byQuarters].flatMap(([day, segments]) =>
    segments.map(({ from, to }) => ({ from: day * dayMs + from * quarterMs, to: day * dayMs + to * quarterMs })),
  );
  return {
    whole: joinSpans(whole.map(({ from, to }) => ({ from: from * dayMs, to: to * dayMs }))),
    cut: joinSpans(cut),
    readings,
  };
}

/** Adds the whole quarter-hours of a part of a day; the cut ones at its ends are read from readings. */
function addSegment(segments: DaySegment[], readings: Span[], day: number, part: Span, place: number): void {
  const [first, last] = [part.from - day * dayMs, part.to - day * dayMs];
  const [from, to] = [Math.ceil(first / quarterMs), Math.floor(last / quarterMs)];
  if (from < to) segments.push({ from, to, place });
  const [begin, end] = [day * dayMs + from * quarterMs, day * dayMs + to * quarterMs];
  if (part.from < Math.min(begin, part.to)) readings.push({ from: part.from, to: Math.min(begin, part.to) });
  if (end < part.to && end >= part.from) readings.push({ from: end, to: part.to });
}

/** Whether edges cut most quarter-hours of a span, or it is hardly rolled up. */
function isReadWhole(span: Span, edges: readonly Instant[], dirtyDays: readonly number[]): boolean {
  const length = span.to - span.from;
  const cut = new Set<number>();
  for (const edge of edges)
    if (edge % quarterMs !== 0 && edge >= span.from && edge <= span.to) cut.add(Math.floor(edge / quarterMs));
  return cut.size * quarterMs > length / 2 || isShortBesideDirty(span, dirtyDays);
}

function isShortBesideDirty(span: Span, dirtyDays: readonly number[]): boolean {
  const dirtyMs = dirtyDays.reduce((sum, day) => {
    const overlap = Math.min((day + 1) * dayMs, span.to) - Math.max(day * dayMs, span.from);
    return sum + Math.max(0, overlap);
  }, 0);
  return dirtyMs > 0 && span.to - span.from - dirtyMs <= shortMs;
}

/** Splits spans at an instant, so that each side has its own source. */
function splitAt(spans: readonly Span[], at: Instant): Span[] {
  return spans.flatMap((span) =>
    span.from < at && at < span.to
      ? [
          { from: span.from, to: at },
          { from: at, to: span.to },
        ]
      : [span],
  );
}

export const hasRolledDays = ({ whole, byHours, byQuarters }: DayPlan): boolean =>
  whole.length + byHours.size + byQuarters.size > 0;

/** Returns the time of dirty days within spans; for data rolled up by whole day. */
export function findDirtyTime(spans: readonly Span[], dirtyDays: readonly number[]): Span[] {
  const dirty = spans.flatMap(({ from, to }) =>
    dirtyDays.map((day) => ({ from: Math.max(day * dayMs, from), to: Math.min((day + 1) * dayMs, to) })),
  );
  return joinSpans(dirty.filter(({ from, to }) => from < to));
}

/** Whether edges before an instant (the start of a day) need more than rollups. */
export function needsReadings(edges: readonly Instant[], before: Instant): boolean {
  return edges.some((edge) => edge < before && edge % quarterMs !== 0);
}
