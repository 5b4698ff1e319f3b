import type { Instant, Weekday, ZoneId } from '../../core/index.ts';
import type { DayRange, QueryCompareMode, RawQuery } from '../../numbers/index.ts';
import type { Topology } from '../../sites/index.ts';
import type { Widget } from '../definitions/index.ts';
import type { CategoryChoice } from '../filters/filter-state.ts';
import type { OptionName } from './options/option-table.ts';
import type { Stored } from './settings.ts';

/** A page's filters with all defaults resolved. */
export interface PageFilters {
  /** Days in each site's own calendar, oldest first, at least one. */
  readonly ranges: readonly DayRange[];
  /** The hours of each day that count; null for all. */
  readonly hours: NonNullable<RawQuery['hours']> | null;
  readonly weekdays: { readonly exclude: boolean; readonly days: readonly Weekday[] } | null;
  /** The zones the page is initially about; null without a zone filter. */
  readonly offeredZoneIds: readonly ZoneId[] | null;
  /** The zone the user chose among them. */
  readonly zoneId: ZoneId | null;
  readonly genders: readonly string[] | null;
  readonly engagements: readonly string[] | null;
  /** At most one tag per category. Zones must have all of them. */
  readonly tags: readonly CategoryChoice[];
  /** Comparison mode of comparing widgets; null if the user switched comparison off. */
  readonly compare: QueryCompareMode | null;
}

/** Everything a widget's queries depend on besides itself. `sites` are those the user may see, with their zones. */
export interface WidgetContext {
  readonly sites: readonly Topology[];
  readonly filters: PageFilters;
  readonly now: Instant;
  /** The choices in the widget's own dropdowns. */
  readonly choice: WidgetChoice;
}

export interface WidgetChoice {
  /** Index in the widget's metrics; null for the type's default. */
  readonly metric: number | null;
  readonly zoneId: ZoneId | null;
  /** Overrides the page's filter; null does not. */
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

/** One query of a widget, for the metric at an index of its list. */
export interface WidgetQuery {
  readonly metric: number;
  /** `data`: the shown numbers; `course`: their time series; `expected`: the time series of the compared days. */
  readonly role: 'data' | 'course' | 'expected';
  readonly query: RawQuery;
}

export type LiveMode = 'slow' | 'fast' | 'live';

/** Size on the page: columns of twelve, and the drawing height in px below the header. */
export interface WidgetSize {
  readonly columns: 3 | 4 | 6 | 8 | 12;
  readonly height: number;
}

/** Groups of the gallery. */
export const shelves = ['charts', 'figures', 'site'] as const;
export type Shelf = (typeof shelves)[number];

export type Outline = 'cards' | 'rows' | 'ring' | 'block';

/** Everything about a widget type except its drawing, which is in the web's `*.view.tsx` of its name. */
export interface WidgetSpec<Settings> {
  /** Current version of its definitions. */
  readonly version: number;
  /** Migrates a definition to the next version, by its version. Never throws. */
  readonly migrations: Readonly<Record<number, (stored: Stored) => Stored>>;
  /** Returns what its view needs of the definition, with defaults. */
  readonly settings: (widget: Widget) => Settings;
  /** `numbers`: queried with the page; `own`: the view loads its own data. */
  readonly source: 'numbers' | 'own';
  /** Returns its measurement queries; empty if it loads its own data. */
  readonly toQueries: (widget: Widget, context: WidgetContext) => readonly WidgetQuery[];
  /** `context` is null if a page is laid out before its filters are known. */
  readonly size: (widget: Widget, context: WidgetContext | null) => WidgetSize;
  readonly shelf: Shelf;
  /** Number of metrics of a new widget. */
  readonly asksFor: number;
  /** The options it supports, which its form shows. */
  readonly options: readonly OptionName[];
  /** Skeleton shown while its numbers load. */
  readonly outline: Outline;
  /** Whether it shows its numbers as figures. Other types are drawn to scale and fill their space. */
  readonly isFigures: boolean;
  /** Default way to follow live data. */
  readonly live: LiveMode;
  /** Whether it is a time series, which allows one day less in fine steps (G07). */
  readonly isEvolution: boolean;
}
