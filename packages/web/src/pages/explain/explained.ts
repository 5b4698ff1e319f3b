import { instantToDate, type Span } from '@atrium/domain/core';
import { type DateReader, formatClock, formatDay } from '@atrium/domain/core/format';
import type { DayRange, Metric, QueryCompareMode, RawQuery } from '@atrium/domain/numbers';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import type { OpeningCalendar } from '@atrium/domain/sites';

/** Prefix of the URL hash that names the open explanation. */
export const explainHash = '#explain=';

/** A number with everything its explanation needs. */
export interface Explained {
  readonly title: string;
  /** Name of the zones or sites it covers. */
  readonly place: string;
  readonly metric: Metric;
  /** Query for this number alone. */
  readonly query: RawQuery;
  /** The span of the number, or the span that contains `among`. */
  readonly span: Span;
  /** The spans of a mean over several; otherwise empty. */
  readonly among: readonly Span[];
  /** The page's days. Needed for the permanent link, and to compare a part of them. */
  readonly ranges: readonly DayRange[];
  /** Calendar for its dates and times. */
  readonly calendar: OpeningCalendar;
  /** Comparison mode. Null without a comparison, or for several separate spans. */
  readonly mode: QueryCompareMode | null;
  /** Formats a value with its unit. */
  readonly format: (value: number | null) => string;
  /** Numbers of the same widget, including this one; empty if it is the only one. */
  readonly siblings: readonly Sibling[];
  /** How a derived number is computed from the metric; omitted for the metric's own value. */
  readonly derived?: Derivation;
}

/** Derives a number from a metric, e.g. a rating from a sample or a share from part and whole. */
export interface Derivation {
  /** Further query it needs; null if the metric's value is enough. */
  readonly query: RawQuery | null;
  readonly of: (answer: WidgetAnswer | null, value: number | null) => Derived;
}

export interface Derived {
  /** The number as shown where it was clicked. */
  readonly text: string;
  /** One sentence on how it was calculated. */
  readonly how: string;
  /** Its value and the usual one, if it is compared. */
  readonly compared: { readonly value: number | null; readonly usual: number | null } | null;
}

export interface Sibling {
  readonly name: string;
  readonly isThis: boolean;
  readonly open: () => void;
}

/** Returns the span that a number covers: the given spans, or the whole period if there are none. */
export function toExplainedSpans(spans: readonly Span[], whole: Span): Pick<Explained, 'span' | 'among'> {
  if (spans.length === 0) return { span: whole, among: [] };
  const span = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
  return { span, among: spans.length > 1 ? spans : [] };
}

/**
 * Formats `Thu 20/11/2025, 09:00–14:48`, or both days if it covers two. The end is exclusive, so a day ends at 24:00.
 */
export function formatSpan({ from, to }: Span, timezone: string, reader: DateReader): string {
  const [first, last] = [instantToDate(timezone, from), instantToDate(timezone, Math.max(from, to - 1))];
  const ends =
    instantToDate(timezone, to) !== last && formatClock(to, timezone) === '00:00' ? '24:00' : formatClock(to, timezone);
  return first === last
    ? `${formatDay(first, reader)}, ${formatClock(from, timezone)}–${ends}`
    : `${formatDay(first, reader)} ${formatClock(from, timezone)} – ${formatDay(last, reader)} ${ends}`;
}
