import type { EventId, TagCategoryId, TagId, Weekday, ZoneId } from '../../core/index.ts';
import {
  type CompareMode,
  type DayRange,
  type HourPreset,
  hourPresets,
  type TimespanPreset,
} from '../../measurements/index.ts';

/** A preset is recomputed whenever it is read: a link to 'today' shows the reader's today. */
export type Timespan =
  | { readonly kind: 'preset'; readonly preset: TimespanPreset }
  /** Oldest first, not overlapping, at least one. */
  | { readonly kind: 'custom'; readonly ranges: readonly DayRange[] };

/** Which hours of each day count; `opening` are the site's own. */
export type HourChoice = 'all' | HourPreset;
export const hourChoices: readonly HourChoice[] = ['all', ...hourPresets];

/** `IS` keeps days that are any of these, `IS_NOT` those that are none; never both at once. One to six days, Monday first. */
export interface DayFilter {
  readonly operator: 'IS' | 'IS_NOT';
  readonly days: readonly Weekday[];
}

export type GenderChoice = 'all' | 'female' | 'male' | 'unknown';
export const genderChoices: readonly GenderChoice[] = ['all', 'female', 'male', 'unknown'];

export type EngagementChoice = 'all' | 'engaged' | 'notEngaged';
export const engagementChoices: readonly EngagementChoice[] = ['all', 'engaged', 'notEngaged'];

/** One tag of one category; zones without it do not count. */
export interface CategoryChoice {
  readonly categoryId: TagCategoryId;
  readonly tagId: TagId;
}

/** A link or a page may let readers change everything, the time only, or nothing. */
export type Editability = 'EDITABLE' | 'PARTIALLY_EDITABLE' | 'READ_ONLY';

/** What a reader has chosen on a site's page. Null stands for the page's default, which depends on the site and now. */
export interface FilterState {
  readonly timespan: Timespan | null;
  /** One zone at a time; null is the top zone. */
  readonly zoneId: ZoneId | null;
  readonly compare: { readonly on: boolean; readonly mode: CompareMode };
  readonly hours: HourChoice;
  readonly day: DayFilter | null;
  readonly gender: GenderChoice;
  readonly engagement: EngagementChoice;
  /** At most one per category, by ascending category; a category that is not named counts whole. */
  readonly categories: readonly CategoryChoice[];
  /** Events whose dates stand in the timespan, ascending. Without a custom timespan there are none. */
  readonly events: readonly EventId[];
  readonly editability: Editability;
}

export const defaultFilters: FilterState = {
  timespan: null,
  zoneId: null,
  compare: { on: true, mode: 'USUAL' },
  hours: 'all',
  day: null,
  gender: 'all',
  engagement: 'all',
  categories: [],
  events: [],
  editability: 'EDITABLE',
};

/** The most ranges one choice may hold: a link stays a link, and no page asks for hundreds of them. */
export const maxRanges = 12;
