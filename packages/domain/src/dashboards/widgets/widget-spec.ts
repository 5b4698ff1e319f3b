import type { Instant, Weekday, ZoneId } from '../../core/index.ts';
import type { CompareMode, DayRange, RawQuery } from '../../measurements/index.ts';
import type { Topology } from '../../sites/index.ts';
import type { Widget } from '../definitions/index.ts';
import type { CategoryChoice } from '../filters/index.ts';
import type { OptionName } from './options/option-table.ts';
import type { Stored } from './stored.ts';

/** What a page's filters mean now, every default filled in. */
export interface PageFilters {
  /** Days of each site's own calendar, oldest first, at least one. */
  readonly ranges: readonly DayRange[];
  /** Which hours of each day count; null for all. */
  readonly hours: NonNullable<RawQuery['hours']> | null;
  readonly weekdays: { readonly exclude: boolean; readonly days: readonly Weekday[] } | null;
  /** The zones the page is about at first; null when it offers no zone filter. */
  readonly offeredZoneIds: readonly ZoneId[] | null;
  /** The one zone a reader has chosen among them. */
  readonly zoneId: ZoneId | null;
  readonly genders: readonly string[] | null;
  readonly engagements: readonly string[] | null;
  /** At most one chosen tag per category; zones without each of them do not count. */
  readonly tags: readonly CategoryChoice[];
  /** What widgets that compare are compared with; null when the reader switched comparing off. */
  readonly compare: CompareMode | null;
}

/** Everything a widget's questions depend on besides itself. Sites are those the reader sees, with their zones. */
export interface WidgetContext {
  readonly sites: readonly Topology[];
  readonly filters: PageFilters;
  readonly now: Instant;
  /** What was chosen in the widget's own dropdowns. */
  readonly choice: WidgetChoice;
}

export interface WidgetChoice {
  /** Position in the widget's metrics; null shows what its type usually shows. */
  readonly metric: number | null;
  readonly zoneId: ZoneId | null;
  /** These take the place of what the page is filtered by; null leaves it to the page. */
  readonly gender: string | null;
  readonly engagement: string | null;
  readonly tag: CategoryChoice | null;
  readonly range: DayRange | null;
}

export const noChoice: WidgetChoice = {
  metric: null,
  zoneId: null,
  gender: null,
  engagement: null,
  tag: null,
  range: null,
};

/** One question of a widget, of the metric at a position of its list. */
export interface WidgetQuery {
  readonly metric: number;
  /** `data`: what is shown; `course`: its course over time; `expected`: the course of the compared days. */
  readonly role: 'data' | 'course' | 'expected';
  readonly query: RawQuery;
}

export type LiveMode = 'slow' | 'fast' | 'live';

/** Room on the page: of 12 columns, and the height in px of what the type draws below its head. */
export interface WidgetSize {
  readonly columns: 3 | 4 | 6 | 8 | 12;
  readonly height: number;
}

/** Where it is found in the gallery. */
export const shelves = ['charts', 'figures', 'site'] as const;
export type Shelf = (typeof shelves)[number];

export type Outline = 'cards' | 'rows' | 'ring' | 'block';

/** All there is to say about a type of widget but its looks; those are the `view.tsx` of the same folder name. */
export interface WidgetSpec<Settings> {
  /** How its definitions are written now. */
  readonly version: number;
  /** What turns a definition of a version into one of the next, by the version it starts from. Never throws. */
  readonly migrations: Readonly<Record<number, (stored: Stored) => Stored>>;
  /** What its view needs of the definition, defaults filled in. */
  readonly settings: (widget: Widget) => Settings;
  /** `numbers`: asked with the page's other questions; `own`: the view fetches what it shows itself. */
  readonly source: 'numbers' | 'own';
  /** Its questions to the measurements; none of a type with a source of its own. */
  readonly toQueries: (widget: Widget, context: WidgetContext) => readonly WidgetQuery[];
  /** `context` is null where a page is laid out before its filters are known. */
  readonly size: (widget: Widget, context: WidgetContext | null) => WidgetSize;
  readonly shelf: Shelf;
  /** How many metrics one that is new begins with. */
  readonly asksFor: number;
  /** What can be set of it: a form shows these, and nothing it would not heed. */
  readonly options: readonly OptionName[];
  /** What stands in its place until its numbers are there. */
  readonly outline: Outline;
  /** Its numbers stand there as figures; others are drawn, against a scale if there is one, in as much room as there is. */
  readonly isFigures: boolean;
  /** How it follows the present when the definition doesn't say. */
  readonly live: LiveMode;
  /** A course over time, which allows a day less of fine detail (G07). */
  readonly isEvolution: boolean;
}
