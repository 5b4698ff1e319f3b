import { pollIntervals } from '@atrium/domain/dashboards/widgets';
import type { Question } from '../../answers/index.ts';
import type { PlannedWidget } from './plan-board.ts';

/** Returns the queries of a page's widgets, deduplicated. A shared query uses the shortest polling interval. */
export function pageQuestions(planned: readonly PlannedWidget[]): readonly Question[] {
  const byKey = new Map<string, Question>();
  for (const { plan, live } of planned) {
    if (plan.kind !== 'shown') continue;
    const every = live === null ? null : pollIntervals[live];
    for (const { query } of plan.queries) {
      const key = JSON.stringify(query);
      const before = byKey.get(key)?.every ?? null;
      byKey.set(key, { query, every: before === null ? every : Math.min(before, every ?? before) });
    }
  }
  return [...byKey.values()];
}
