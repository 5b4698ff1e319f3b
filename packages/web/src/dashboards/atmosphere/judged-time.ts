import type { ResolvedFilters } from '@atrium/domain/dashboards';

/** Progress of the judged time: opening hours, unless the user chose hours. */
export type JudgedProgress = 'running' | 'final' | 'past';

/** Returns the progress. After a running day's last closing its air ratings are final. */
export function getJudgedProgress({ includesNow, state, progress }: ResolvedFilters): JudgedProgress {
  if (!includesNow) return 'past';
  return state.hours === 'all' && progress.people === 'over' ? 'final' : 'running';
}
