import type { ResolvedFilters } from '@atrium/domain/dashboards';

/** Where now stands in the time in which the air is judged: opening hours, unless others are chosen. */
export type JudgedProgress = 'running' | 'final' | 'past';

/** After the last closing of a running day nothing is added to what was said of its air. */
export function judgedProgress({ includesNow, state, progress }: ResolvedFilters): JudgedProgress {
  if (!includesNow) return 'past';
  return state.hours === 'all' && progress.people === 'over' ? 'final' : 'running';
}
