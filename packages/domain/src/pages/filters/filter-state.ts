import type { EventId, TagCategoryId, TagId, Weekday, ZoneId } from '../../core/index.ts';
import {
  type DayRange,
  type HourPreset,
  hourPresets,
  type QueryCompareMode,
  type TimespanPreset,
} from '../../numbers/index.ts';

/** A preset is resolved whenever it is read: a link to 'today' shows the current day. */
export type Timespan =
  | { readonly kind: 'preset'; readonly preset: TimespanPreset }
  /** Oldest first, not overlapping, at least one. */
  | { readonly kind: 'custom'; readonly ranges: readonly DayRange[] };

/** The hours of each day that count; `opening` are the site's opening hours. */
export type HourChoice = 'all' | HourPreset;
export const hourChoices: readonly HourChoice[] = ['all', ...hourPresets];

/** `IS` selects these days, `IS_NOT` excludes them. One to six days, Monday first. */
export interface DayFilter {
  readonly operator: 'IS' | 'IS_NOT';
  readonly days: readonly Weekday[];
}

export type GenderChoice = 'all' | 'female' | 'male' | 'unknown';
export const genderChoices: readonly GenderChoice[] = ['all', 'female', 'male', 'unknown'];

export type EngagementChoice = 'all' | 'engaged' | 'notEngaged';
export const engagementChoices: readonly EngagementChoice[] = ['all', 'engaged', 'notEngaged'];

/** One tag of one category. Zones without it do not count. */
export interface CategoryChoice {
  readonly categoryId: TagCategoryId;
  readonly tagId: TagId;
}

/** A link or page may let the user change everything, only the timespan, or nothing. */
export type Editability = 'EDITABLE' | 'PARTIALLY_EDITABLE' | 'READ_ONLY';

/**
 * The user's filters on a site's page. Null means the page's default, which depends on the site and the current time.
 */
export interface FilterState {
  readonly timespan: Timespan | null;
  /** One zone at a time; null is the top zone. */
  readonly zoneId: ZoneId | null;
  readonly compare: { readonly on: boolean; readonly mode: QueryCompareMode };
  readonly hours: HourChoice;
  readonly day: DayFilter | null;
  readonly gender: GenderChoice;
  readonly engagement: EngagementChoice;
  /** At most one per category, ascending by category. A category without an entry is not filtered. */
  readonly categories: readonly CategoryChoice[];
  /** Events whose dates are in the timespan, ascending. Empty without a custom timespan. */
  readonly events: readonly EventId[];
  readonly editability: Editability;
}

export const defaultFilters: FilterState = {
  timespan: null,
  zoneId: null,
  compare: { on: true, mode: 'EXPECTED' },
  hours: 'all',
  day: null,
  gender: 'all',
  engagement: 'all',
  categories: [],
  events: [],
  editability: 'EDITABLE',
};

/** Maximum number of ranges, which keeps links short and pages fast. */
export const maxRanges = 12;
