import type { Span } from '@atrium/domain/core';
import type { WidgetAnswer } from '@atrium/domain/dashboards/widgets';
import type { CompareMode, DayRange, Metric, RawQuery } from '@atrium/domain/measurements';
import type { OpeningCalendar } from '@atrium/domain/sites';

/** Begins the end of an address that says which number stands explained. */
export const mark = '#explain=';

/** A number that can be explained, and all it takes. */
export interface Explained {
  readonly title: string;
  /** The zones or sites it is about. */
  readonly place: string;
  readonly metric: Metric;
  /** Answers this number alone. */
  readonly query: RawQuery;
  /** The stretch of time it stands for, or that its stretches lie in. */
  readonly span: Span;
  /** Of a mean over several stretches each of them; empty otherwise. */
  readonly among: readonly Span[];
  /** The days of the page: for a link that shows the same ones tomorrow, and what a part of them is compared along with. */
  readonly ranges: readonly DayRange[];
  /** Whose clock its times are read on. */
  readonly calendar: OpeningCalendar;
  /** What it is compared with; null when it isn't, or over days that lie apart. */
  readonly mode: CompareMode | null;
  /** With its unit. */
  readonly format: (value: number | null) => string;
  /** The numbers beside it, itself among them; empty where it stands alone. */
  readonly siblings: readonly Sibling[];
  /** Of a number that is made of the metric's: what else is asked for it, and what is made of both. */
  readonly derived?: Derivation;
}

/** How a number comes from a metric's: a rating from a sample, a share from parts and whole. */
export interface Derivation {
  /** Null where the metric's value says all. */
  readonly query: RawQuery | null;
  readonly of: (answer: WidgetAnswer | null, value: number | null) => Derived;
}

export interface Derived {
  /** As it is written where it was clicked. */
  readonly text: string;
  /** How it was made, in a sentence. */
  readonly how: string;
  /** Itself and what is usual, where it is compared. */
  readonly compared: { readonly value: number | null; readonly usual: number | null } | null;
}

export interface Sibling {
  readonly name: string;
  readonly isThis: boolean;
  readonly open: () => void;
}

/** Null of a number that cannot be explained. `spans` are those of its address: none, one, or several it is the mean of. A promise where what describes it is fetched when somebody asks. */
export type Describe = (part: string, spans: readonly Span[]) => Explained | null | Promise<Explained | null>;

/** Of a number at given stretches of time what it stands for; at none it stands for all that is shown. */
export function stretchesOf(spans: readonly Span[], whole: Span): Pick<Explained, 'span' | 'among'> {
  if (spans.length === 0) return { span: whole, among: [] };
  const span = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
  return { span, among: spans.length > 1 ? spans : [] };
}
