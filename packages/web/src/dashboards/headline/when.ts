import type { ResolvedFilters } from '../filters/resolve.ts';

/**
 * Which time a sentence speaks of: all of today or hours of it, or days up to it, that go on; `final` is today after
 * the last closing, and `past` whatever else is over.
 */
export type When = 'today' | 'hours' | 'running' | 'final' | 'past';

/** Of people a shop's day is final with its last closing; meters count until the day ends. */
export function whenOf({ progress, ranges, today, state, follows }: ResolvedFilters, of: 'people' | 'meters'): When {
  const isToday = follows && ranges.length === 1 && ranges[0]?.from === today;
  const isWhole = state.hours === 'all';
  if (progress[of] !== 'over') return isToday ? (isWhole ? 'today' : 'hours') : 'running';
  return isToday && isWhole ? 'final' : 'past';
}
