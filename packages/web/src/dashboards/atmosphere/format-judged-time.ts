import type { ResolvedFilters } from '@atrium/domain/dashboards';
import type { Translate } from '../../i18n/index.ts';
import { getJudgedProgress } from './judged-time.ts';

const words = { running: 'charts.soFar', final: 'counting.final', past: 'section.mean' } as const;

/** Names the time a rating covers. A rating of the day so far is not the current state. */
export const formatJudgedTime = (filters: ResolvedFilters, t: Translate): string =>
  t(words[getJudgedProgress(filters)]);
