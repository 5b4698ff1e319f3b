import type { LocalDate, ZoneId } from '../core/index.ts';

/** D02. `today` and the like are recomputed whenever they are read: a link to 'today' shows the reader's today. */
export const presets = ['today', 'yesterday', 'last7', 'last14', 'last30', 'last90'] as const;
export type TimespanPreset = (typeof presets)[number];

/** Days of the site, both included. */
export interface DateRange {
  readonly begin: LocalDate;
  readonly end: LocalDate;
}

export type Timespan =
  | { readonly kind: 'preset'; readonly preset: TimespanPreset }
  /** Oldest first, not overlapping, at least one. */
  | { readonly kind: 'custom'; readonly ranges: readonly DateRange[] };

export const compareModes = ['USUAL', 'PREVIOUS', 'PREVIOUS_WEEKS', 'YEAR'] as const;
export type CompareMode = (typeof compareModes)[number];

/** Which hours of each day count; `opening` are the site's own. */
export const hourChoices = ['all', 'opening', 'morning', 'afternoon'] as const;
export type HourChoice = (typeof hourChoices)[number];

/** What a reader has chosen on an installation page. Null stands for the page's default, which depends on the site and now. */
export interface FilterState {
  readonly timespan: Timespan | null;
  /** One zone at a time; null is the top zone. */
  readonly zoneId: ZoneId | null;
  readonly compare: { readonly on: boolean; readonly mode: CompareMode };
  readonly hours: HourChoice;
}

export const defaultFilters: FilterState = {
  timespan: null,
  zoneId: null,
  compare: { on: true, mode: 'USUAL' },
  hours: 'all',
};

/** The most ranges one choice may hold: a link stays a link, and no page asks for hundreds of them. */
export const maxRanges = 12;
