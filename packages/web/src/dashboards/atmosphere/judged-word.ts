import type { ResolvedFilters } from '@atrium/domain/dashboards';
import type { Translate } from '../../i18n/index.ts';
import { judgedProgress } from './numbers/judged-time.ts';

const words = { running: 'charts.soFar', final: 'counting.final', past: 'section.mean' } as const;

/** Of which time a rating is: one of the day so far is none of now. */
export const judgedWord = (filters: ResolvedFilters, t: Translate): string => t(words[judgedProgress(filters)]);
