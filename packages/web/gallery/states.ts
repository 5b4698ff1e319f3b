import { type DayRange, toDayRange } from '@atrium/domain/numbers';
import type { PageFilters } from '@atrium/domain/pages/widgets';
import { parseClock } from './site.ts';

/**
 * The server's answer: numbers, some negative, all zero, no data, unsupported, no match, a refusal, an error, or
 * pending.
 */
export type Answering =
  | 'numbers'
  | 'below'
  | 'zeros'
  | 'silence'
  | 'untold'
  | 'nothing'
  | 'forbidden'
  | 'fault'
  | 'never';

export interface GalleryState {
  readonly answering: Answering;
  readonly now: number;
  readonly filters: PageFilters;
  /** Requests 15-minute steps, which not every range of days allows. */
  readonly isFine?: boolean;
  /**
   * Change of the definition: other metrics than people, three different units with all labels, or the smallest size.
   */
  readonly changes?: 'metrics' | 'units' | 'place';
}

const thursday = parseClock('2026-03-12T14:10');

function of(answering: Answering, range: DayRange, more: Partial<GalleryState> = {}): GalleryState {
  return {
    answering,
    now: thursday,
    filters: {
      ranges: [range],
      hours: null,
      weekdays: null,
      offeredZoneIds: null,
      zoneId: null,
      genders: null,
      engagements: null,
      tags: [],
      compare: 'USUAL',
    },
    ...more,
  };
}

const yesterday = toDayRange('2026-03-11', '2026-03-11');
const today = toDayRange('2026-03-12', '2026-03-12');
const sunday = toDayRange('2026-03-08', '2026-03-08');

/** All states of a widget, by their names in the gallery. */
export const states = {
  full: of('numbers', yesterday),
  live: of('numbers', today),
  loading: of('never', yesterday),
  closed: of('zeros', sunday, { now: parseClock('2026-03-08T11:00') }),
  nobody: of('zeros', yesterday),
  offline: of('silence', yesterday),
  notTold: of('untold', yesterday),
  forbidden: of('forbidden', yesterday),
  noMatch: of('nothing', yesterday),
  error: of('fault', yesterday),
  belowZero: of('below', yesterday, { changes: 'metrics' }),
  crowded: of('numbers', yesterday, { changes: 'units' }),
  narrow: of('numbers', yesterday, { changes: 'place' }),
  tooWide: of('numbers', toDayRange('2026-02-10', '2026-03-11'), { isFine: true }),
} as const satisfies Record<string, GalleryState>;

export type StateName = keyof typeof states;
export const stateNames = Object.keys(states) as readonly StateName[];
