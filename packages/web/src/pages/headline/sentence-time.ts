import type { ResolvedFilters } from '@atrium/domain/pages';

/**
 * Time a sentence refers to. `today` and `hours` are all or part of the running day, `running` several days up to it.
 * `final` is today after the last closing, `past` any other finished time.
 */
export type SentenceTime = 'today' | 'hours' | 'running' | 'final' | 'past';

/**
 * Returns the time a sentence refers to. A shop's day is final for people at its last closing; meters run until the day
 * ends. Past midnight the filters call the running day yesterday, so no sentence calls it today.
 */
export function getSentenceTime(
  { progress, ranges, today, date, state, follows }: ResolvedFilters,
  of: 'people' | 'meters',
): SentenceTime {
  const isToday = follows && ranges.length === 1 && ranges[0]?.from === today && today === date;
  const isWhole = state.hours === 'all';
  if (progress[of] !== 'over') return isToday ? (isWhole ? 'today' : 'hours') : 'running';
  return isToday && isWhole ? 'final' : 'past';
}
