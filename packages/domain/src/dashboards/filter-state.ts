import type { ZoneId } from '../core/index.ts';
import {
  type CompareMode,
  type DayRange,
  type HourPreset,
  hourPresets,
  type TimespanPreset,
} from '../measurements/index.ts';

/** A preset is recomputed whenever it is read: a link to 'today' shows the reader's today. */
export type Timespan =
  | { readonly kind: 'preset'; readonly preset: TimespanPreset }
  /** Oldest first, not overlapping, at least one. */
  | { readonly kind: 'custom'; readonly ranges: readonly DayRange[] };

/** Which hours of each day count; `opening` are the site's own. */
export type HourChoice = 'all' | HourPreset;
export const hourChoices: readonly HourChoice[] = ['all', ...hourPresets];

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
