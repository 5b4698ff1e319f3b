import { wallOf } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/measurements';
import type { ScopedQuery } from './scoped-query.ts';

const dayMs = 86_400_000;

/** ms that a question is about; a present day where no period is named. */
export function lengthOf({ periods }: MeasurementQuery): number {
  if (periods.length === 0) return dayMs;
  return periods.reduce(
    (sum, period) =>
      sum +
      (period.kind === 'span'
        ? period.span.to - period.span.from
        : wallOf(period.days.to, 0) - wallOf(period.days.from, 0)),
    0,
  );
}

/** Days, of each of its sites, that a question may be about and still be answered beside pages: a month of ten sites. */
const mostDays = 310;

/** Whether a question takes the engine so long that others should not stand behind it. */
export function isLarge({ query, sites }: Pick<ScopedQuery, 'query' | 'sites'>): boolean {
  return (lengthOf(query) / dayMs) * sites.length > mostDays;
}
