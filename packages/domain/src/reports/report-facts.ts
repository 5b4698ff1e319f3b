import type { Delta } from '../core/format/index.ts';
import type { Instant, LocalDate, Span, Weekday, ZoneId } from '../core/index.ts';
import type { AirJudgement } from '../dashboards/air/index.ts';
import type { Comparison } from '../dashboards/index.ts';
import type { ComparisonCoverage, Metric } from '../measurements/index.ts';
import type { ReportKind } from './report-subject.ts';

/** A number of a report, and how it stands against what is usual. What is null is not known. */
export interface ReportFigure {
  readonly metric: Metric;
  /** As the answer has it: of money the currency. */
  readonly unit: string;
  readonly value: number | null;
  readonly usual: number | null;
  /** Of the value what can be compared; all of it where nothing is missing. */
  readonly compared: number | null;
  readonly comparison: Comparison | null;
  readonly delta: Delta | null;
  /** How much can be compared, where that is too little to tell a change. */
  readonly tooFew: ComparisonCoverage | null;
  /** 0…1; null where nothing was expected of anybody. */
  readonly coverage: number | null;
}

/**
 * A day of the site. `closed`: it did not open, and nobody came. `ahead`: it has not begun. `partial`: not all of it is
 * known, or it goes on.
 */
export interface ReportDay {
  readonly date: LocalDate;
  readonly span: Span;
  readonly state: 'known' | 'missing' | 'closed' | 'ahead';
  readonly value: number | null;
  readonly partial: boolean;
  readonly usual: number | null;
  /** Of the value what can be compared. */
  readonly compared: number | null;
  /** Null where too little is comparable. */
  readonly comparison: Comparison | null;
  readonly delta: Delta | null;
  /** Whether it is a day on which the site does not open. */
  readonly isClosed: boolean;
}

/** One hour of the site's clock. */
export interface ReportHour extends Span {
  readonly date: LocalDate;
  /** 0…23, on the clock. */
  readonly hour: number;
  readonly state: 'known' | 'missing' | 'closed' | 'ahead';
  readonly value: number | null;
}

/** Hours of days, or of weekdays in the mean where there are more than a week of them. */
export interface ReportGrid {
  /** Of the clock, in the order of the site's day; only those in which there is anything to see. */
  readonly hours: readonly number[];
  readonly rows: readonly GridRow[];
  readonly highest: number;
}

export interface GridRow {
  readonly of: { readonly date: LocalDate } | { readonly weekday: Weekday };
  /** By `hours`; null: not known. */
  readonly cells: readonly (number | 'closed' | null)[];
}

export interface ReportZone {
  readonly id: ZoneId;
  readonly name: string;
  readonly figure: ReportFigure;
}

export interface FiredAlert {
  readonly name: string;
  /** Null: the site as a whole. */
  readonly place: string | null;
  readonly from: Instant;
  /** Null: it still holds. */
  readonly to: Instant | null;
}

/** A sensor that should have told and did not. */
export interface SilentSensor {
  readonly name: string;
  /** The door or zone it is at; null: nowhere any more. */
  readonly place: string | null;
  /** From the first silence to the end of the last. */
  readonly span: Span;
  readonly count: number;
  /** ms of silence in all. */
  readonly time: number;
}

/** What a reader should know of. */
export type Unusual =
  | { readonly about: 'day'; readonly day: ReportDay & { readonly comparison: Comparison } }
  | { readonly about: 'closed' | 'missing'; readonly dates: readonly LocalDate[] }
  | { readonly about: 'silence'; readonly sensor: SilentSensor }
  | { readonly about: 'alert'; readonly alert: FiredAlert }
  | { readonly about: 'moreSilences' | 'moreAlerts'; readonly count: number };

/** How it went. `told`: there is a number. */
export type ReportOutcome = 'told' | 'closed' | 'offline' | 'nobody' | 'notCounted';

/** Everything a report says, in numbers and names: words, mails, pictures and sheets are made of it and of nothing else. */
export interface ReportFacts {
  readonly kind: ReportKind;
  readonly site: {
    readonly name: string;
    readonly timezone: string;
    /** `HH:mm` */
    readonly changeOfDay: string;
  };
  readonly zone: { readonly name: string; readonly isWholeSite: boolean };
  readonly from: LocalDate;
  /** The last day, included. */
  readonly last: LocalDate;
  /** Up to when there are figures, where the time goes on; null: it is over. */
  readonly upTo: Instant | null;
  readonly outcome: ReportOutcome;
  /** Of the main metric, all days together. */
  readonly main: ReportFigure;
  /** What the air was like; null where the report is about something else. */
  readonly air: AirJudgement | null;
  /** Names of the places the air is judged at, by their labels. */
  readonly airPlaces: ReadonlyMap<string, string>;
  /** The day with the most, of several that are known and differ. */
  readonly busiestDay: ReportDay | null;
  /** The day furthest from usual, where it is not the busiest. */
  readonly oddestDay: (ReportDay & { readonly comparison: Comparison }) | null;
  /** The door that explains most of the difference. */
  readonly mainDoor: { readonly name: string; readonly difference: number } | null;
  readonly peakHour: ReportHour | null;
  /** Most people inside at once, and what share of the limit that was at most (%); null where it is not known. */
  readonly mostInside: { readonly value: number; readonly share: number | null } | null;
  /** Besides the main one; those of which something is told. */
  readonly figures: readonly ReportFigure[];
  readonly days: readonly ReportDay[];
  readonly hours: readonly ReportHour[];
  readonly grid: ReportGrid | null;
  /** The subject first. */
  readonly zones: readonly ReportZone[];
  readonly unusual: readonly Unusual[];
  /** Every sensor that was silent, the longest first. */
  readonly silent: readonly SilentSensor[];
}
