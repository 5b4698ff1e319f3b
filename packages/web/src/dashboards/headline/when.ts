import type { ResolvedFilters } from '@atrium/domain/dashboards';

/**
 * Which time a sentence speaks of: all of today or hours of it, or days up to it, that go on; `final` is today after
 * the last closing, and `past` whatever else is over.
 */
export type When = 'today' | 'hours' | 'running' | 'final' | 'past';

/**
 * Of people a shop's day is final with its last closing; meters count until the day ends. Past midnight the filters call
 * the day that still runs yesterday, so no sentence calls it today.
 */
export function whenOf(
  { progress, ranges, today, date, state, follows }: ResolvedFilters,
  of: 'people' | 'meters',
): When {
  const isToday = follows && ranges.length === 1 && ranges[0]?.from === today && today === date;
  const isWhole = state.hours === 'all';
  if (progress[of] !== 'over') return isToday ? (isWhole ? 'today' : 'hours') : 'running';
  return isToday && isWhole ? 'final' : 'past';
}
