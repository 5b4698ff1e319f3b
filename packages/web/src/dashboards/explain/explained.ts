import type { Span } from '@atrium/domain/core';
import type { CompareMode, DayRange, Metric, RawQuery } from '@atrium/domain/measurements';
import type { Site } from '../site/site.ts';

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
  /** The stretch of time it stands for. */
  readonly span: Span;
  /** The days of the page, for a link that shows the same ones tomorrow. */
  readonly ranges: readonly DayRange[];
  readonly site: Site;
  /** What it is compared with; null when it isn't, or over days that lie apart. */
  readonly mode: CompareMode | null;
  /** With its unit. */
  readonly format: (value: number | null) => string;
  /** The numbers beside it, itself among them; empty where it stands alone. */
  readonly siblings: readonly Sibling[];
}

export interface Sibling {
  readonly name: string;
  readonly isThis: boolean;
  readonly open: () => void;
}

/** Null of a number that cannot be explained. A promise where what describes it is fetched when somebody asks. */
export type Describe = (part: string, span: Span | null) => Explained | null | Promise<Explained | null>;
