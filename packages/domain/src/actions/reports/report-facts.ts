import type { Delta } from '../../core/format/index.ts';
import type { Instant, LocalDate, Span, Weekday, ZoneId } from '../../core/index.ts';
import type { ExpectedPoint, Figure, Metric, TooFew, UsualRange } from '../../numbers/index.ts';
import type { AirJudgement } from '../../pages/air/index.ts';
import type { ReportKind } from './report-subject.ts';

/** A number of a report with its comparison to the usual, as shown. Null is unknown. */
export interface ReportFigure extends Figure {
  readonly metric: Metric;
  /** The answer's unit; for money, the currency. */
  readonly unit: string;
  /** Number of earlier times that the usual is the mean of. Null: it is an expected value, or there is none. */
  readonly times: number | null;
  /** What is expected, and why nothing is. Null if that was not asked. */
  readonly expected: ExpectedPoint | null;
  /** The comparable share, if it is too small for a comparison. */
  readonly tooFew: TooFew | null;
  /** 0…1. Null if no readings were expected. */
  readonly coverage: number | null;
}

/** A site day. `closed`: not open, and no people. `ahead`: not begun. `partial`: incomplete or in progress. */
export interface ReportDay extends Figure {
  readonly date: LocalDate;
  readonly span: Span;
  readonly state: 'known' | 'missing' | 'closed' | 'ahead';
  readonly partial: boolean;
  /** Number of earlier days that the usual is the mean of. Null: it is an expected value, or there is none. */
  readonly times: number | null;
  /** What is expected, and why nothing is. Null if that was not asked. */
  readonly expected: ExpectedPoint | null;
  /** Usual of the whole day, also of one that is known in part or still to come. */
  readonly whole: { readonly usual: number | null; readonly range: UsualRange | null };
  /** Whether the site does not open on this day. */
  readonly isClosed: boolean;
}

/** One hour on the site's clock. */
export interface ReportHour extends Span {
  readonly date: LocalDate;
  /** 0…23, on the clock. */
  readonly hour: number;
  readonly state: 'known' | 'missing' | 'closed' | 'ahead';
  readonly value: number | null;
}

/** Hours by day, or by weekday as a mean if there are more than seven days. */
export interface ReportGrid {
  /** On the clock, in the order of the site's day, limited to those with values. */
  readonly hours: readonly number[];
  readonly rows: readonly GridRow[];
  readonly highest: number;
}

export interface GridRow {
  readonly of: { readonly date: LocalDate } | { readonly weekday: Weekday };
  /** In the order of `hours`. Null: unknown. */
  readonly cells: readonly (number | 'closed' | null)[];
}

export interface ReportZone {
  readonly id: ZoneId;
  readonly name: string;
  readonly figure: ReportFigure;
}

export interface FiredAlert {
  readonly name: string;
  /** Null: the whole site. */
  readonly place: string | null;
  readonly from: Instant;
  /** Null: still firing. */
  readonly to: Instant | null;
}

/** A sensor with gaps in its readings. */
export interface SilentSensor {
  readonly name: string;
  /** Its door or zone. Null: no longer installed. */
  readonly place: string | null;
  /** From the first gap to the end of the last. */
  readonly span: Span;
  readonly count: number;
  /** Total ms of all gaps. */
  readonly time: number;
}

/** An entry of the section on anomalies. */
/** A day above or below the usual. */
export interface UnusualDay extends ReportDay {
  readonly verdict: 'more' | 'less';
  readonly change: Delta;
}

export type Unusual =
  | { readonly about: 'day'; readonly day: UnusualDay }
  | { readonly about: 'closed' | 'missing'; readonly dates: readonly LocalDate[] }
  | { readonly about: 'silence'; readonly sensor: SilentSensor }
  | { readonly about: 'alert'; readonly alert: FiredAlert }
  | { readonly about: 'moreSilences' | 'moreAlerts'; readonly count: number };

/** Overall result. `told`: there is a value. */
export type ReportOutcome = 'told' | 'closed' | 'offline' | 'nobody' | 'notCounted';

/** All content of a report as numbers and names. Texts, emails, pictures and sheets use nothing else. */
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
  /** The last day, inclusive. */
  readonly last: LocalDate;
  /** Time until which there are figures, for a period in progress. Null: it is over. */
  readonly upTo: Instant | null;
  readonly outcome: ReportOutcome;
  /** The main metric over all days. */
  readonly main: ReportFigure;
  /** Air quality. Null if the report is about something else. */
  readonly air: AirJudgement | null;
  /** Names of the judged places, by their labels. */
  readonly airPlaces: ReadonlyMap<string, string>;
  /** The day with the highest value, if several are known and differ. */
  readonly busiestDay: ReportDay | null;
  /** The day that differs most from the usual, except the busiest one. */
  readonly oddestDay: UnusualDay | null;
  /** The door that explains most of the difference. */
  readonly mainDoor: { readonly name: string; readonly difference: number } | null;
  readonly peakHour: ReportHour | null;
  /** Maximum number of people inside, and its share of the limit (%). Null if unknown. */
  readonly mostInside: { readonly value: number; readonly share: number | null } | null;
  /** Metrics besides the main one, as far as they have values. */
  readonly figures: readonly ReportFigure[];
  readonly days: readonly ReportDay[];
  readonly hours: readonly ReportHour[];
  readonly grid: ReportGrid | null;
  /** The subject first. */
  readonly zones: readonly ReportZone[];
  readonly unusual: readonly Unusual[];
  /** All sensors with gaps, longest first. */
  readonly silent: readonly SilentSensor[];
}
