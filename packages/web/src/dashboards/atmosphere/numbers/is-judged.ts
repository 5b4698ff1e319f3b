import type { Instant } from '@atrium/domain/core';
import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { listOpenSpans } from '@atrium/domain/sites';
import type { Site } from '../../site/site.ts';

/** Whether any judged time has begun: opening hours, unless the user chose hours. */
export function isJudged({ state, spans }: ResolvedFilters, { topology }: Site, now: Instant): boolean {
  const judged = state.hours === 'all' ? spans.flatMap((span) => listOpenSpans(topology, span)) : spans;
  return judged.some(({ from }) => from < now);
}
