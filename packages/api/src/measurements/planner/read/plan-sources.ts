import type { Instant, Span } from '@atrium/domain/core';
import { dayMs } from '../../rollups/dirty-days.ts';
import { joinSpans } from './spans.ts';

const hourMs = 3_600_000;
const quarterMs = 900_000;

/**
 * Sources by time, so that nothing is read twice or assigned to a wrong piece. Each part is a condition on `at` with
 * parameters; null where there is none.
 *
 * - hours: whole hours
 * - quarters: whole quarters where an edge cuts an hour
 * - readings: where an edge cuts a quarter or a day is dirty
 */
export interface TimeSources {
  readonly hours: TimePart | null;
  readonly quarters: TimePart | null;
  readonly readings: TimePart | null;
}

export interface TimePart {
  readonly condition: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Rolled-up time no longer than this is read with the dirty days beside it. A site's current day begins within a past
 * UTC day, and planning a second source takes longer than reading a few more hours.
 */
const shortMs = 12 * hourMs;

/** Above this many, quarters are listed one by one instead of as ranges. */
const maxRanges = 40;

/**
 * Plans the sources of a time.
 *
 * `edges` ascend and include the ends of every span; time between the spans (ascending, disjoint) is not read. Before
 * `keptSince` there are no readings: no edge may cut a quarter there, and no day may be dirty (`needsReadings`).
 * `dirtyDays` (days since 1970, ascending) must be read from readings.
 */
export function planSources(
  spans: readonly Span[],
  edges: readonly Instant[],
  dirtyDays: readonly number[],
  keptSince: Instant,
): TimeSources {
  const parts = splitAt(spans, keptSince).map((span, index) => {
    const within = edges.filter((edge) => edge >= span.from && edge <= span.to);
    const dirty = dirtyDays.filter((day) => (day + 1) * dayMs > span.from && day * dayMs < span.to);
    return coverSpan(span, within, dirty, `${index}`);
  });
  return {
    hours: anyOf(parts.map((part) => part.hours)),
    quarters: anyOf(parts.map((part) => part.quarters)),
    readings: readingsPart(joinSpans(parts.flatMap((part) => part.readings))),
  };
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

/** Whether edges before an instant (the start of a day) need more than rollups. */
export function needsReadings(edges: readonly Instant[], before: Instant): boolean {
  return edges.some((edge) => edge < before && edge % quarterMs !== 0);
}

type SpanCover = Pick<TimeSources, 'hours' | 'quarters'> & { readonly readings: readonly Span[] };

function coverSpan(span: Span, edges: readonly Instant[], dirtyDays: readonly number[], name: string): SpanCover {
  const cutHours = cutBy(edges, hourMs);
  const cutQuarters = cutBy(edges, quarterMs);
  const isDirty = new Set(dirtyDays);
  const clean = (at: Instant) => !isDirty.has(Math.floor(at / dayMs));
  const length = span.to - span.from;
  if (cutQuarters.length * quarterMs > length / 2) return { hours: null, quarters: null, readings: [span] };
  const dirty = dirtyDays.map((day) => clip({ from: day * dayMs, to: (day + 1) * dayMs }, span));
  const dirtyTime = dirty.reduce((sum, { from, to }) => sum + to - from, 0);
  if (dirtyTime > 0 && length - dirtyTime <= shortMs) return { hours: null, quarters: null, readings: [span] };
  const cut = cutQuarters.filter(clean).map((at) => clip({ from: at, to: at + quarterMs }, span));
  const readings = [...dirty, ...cut];
  if (cutHours.length * hourMs > length / 2) {
    const quarters = exceptPart(`q${name}`, span, quarterMs, cutQuarters.filter(clean), dirtyDays);
    return { hours: null, quarters, readings };
  }
  const isCut = new Set(cutQuarters);
  const quarters = cutHours
    .flatMap((hour) => [0, 1, 2, 3].map((index) => hour + index * quarterMs))
    .filter((at) => clean(at) && !isCut.has(at) && at >= span.from && at + quarterMs <= span.to);
  const named = { condition: `at IN {quarters${name}:Array(Int64)}`, params: { [`quarters${name}`]: quarters } };
  return {
    hours: exceptPart(`h${name}`, span, hourMs, cutHours.filter(clean), dirtyDays),
    quarters: quarters.length === 0 ? null : named,
    readings,
  };
}

/** Covers dirty days with readings; for data rolled up by whole day. */
export function planDaySources(spans: readonly Span[], dirtyDays: readonly number[]): TimeSources {
  const dirty = spans.flatMap((span) =>
    dirtyDays.map((day) => clip({ from: day * dayMs, to: (day + 1) * dayMs }, span)),
  );
  return { hours: null, quarters: null, readings: readingsPart(joinSpans(dirty)) };
}

function anyOf(parts: readonly (TimePart | null)[]): TimePart | null {
  const some = parts.filter((part) => part !== null);
  if (some.length === 0) return null;
  return {
    condition: `(${some.map(({ condition }) => `(${condition})`).join(' OR ')})`,
    params: Object.assign({}, ...some.map(({ params }) => params)),
  };
}

/** Returns the starts of the intervals of a width that an edge cuts. */
function cutBy(edges: readonly Instant[], width: number): Instant[] {
  const cut: Instant[] = [];
  for (const edge of edges) {
    const begin = Math.floor(edge / width) * width;
    if (begin !== edge && cut.at(-1) !== begin) cut.push(begin);
  }
  return cut;
}

const clip = (one: Span, { from, to }: Span): Span => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) });

/** Returns the condition of the span except some intervals and days. */
function exceptPart(
  name: string,
  { from, to }: Span,
  width: number,
  except: readonly Instant[],
  days: readonly number[],
): TimePart | null {
  const begin = Math.ceil(from / width) * width;
  const end = Math.floor(to / width) * width;
  if (begin >= end) return null;
  const conditions = [`at >= {${name}From:Int64} AND at < {${name}To:Int64}`];
  const params: Record<string, unknown> = { [`${name}From`]: begin, [`${name}To`]: end };
  if (except.length > 0) {
    conditions.push(`at NOT IN {${name}Cut:Array(Int64)}`);
    params[`${name}Cut`] = except;
  }
  if (days.length > 0) {
    conditions.push(`intDiv(at, ${dayMs}) NOT IN {${name}Days:Array(Int64)}`);
    params[`${name}Days`] = days;
  }
  return { condition: conditions.join(' AND '), params };
}

const readingsPart = (spans: readonly Span[]) => (spans.length === 0 ? null : buildRangesPart('r', spans));

/**
 * Returns the condition of spans (at least one, disjoint, ascending) on a column; parameter names begin with `name`.
 * Very many spans become a list of quarters within their hull.
 */
export function buildRangesPart(name: string, spans: readonly Span[], column = 'at'): TimePart {
  const params: Record<string, unknown> = {};
  if (spans.length > maxRanges) {
    const lists = { [`${name}Begins`]: spans.map((span) => span.from), [`${name}Ends`]: spans.map((span) => span.to) };
    const place = `indexOf({${name}Begins:Array(Int64)}, roundDown(${column}, {${name}Begins:Array(Int64)}))`;
    return {
      condition: `${column} >= {${name}From:Int64} AND ${column} < {${name}To:Int64} AND ${column} < {${name}Ends:Array(Int64)}[${place}]`,
      params: { ...lists, [`${name}From`]: spans[0]?.from, [`${name}To`]: spans.at(-1)?.to },
    };
  }
  const conditions = spans.map((span, index) => {
    params[`${name}From${index}`] = span.from;
    params[`${name}To${index}`] = span.to;
    return `(${column} >= {${name}From${index}:Int64} AND ${column} < {${name}To${index}:Int64})`;
  });
  return { condition: `(${conditions.join(' OR ')})`, params };
}
