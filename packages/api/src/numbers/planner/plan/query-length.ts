import { dateToWall } from '@atrium/domain/core';
import type { MeasurementQuery } from '@atrium/domain/numbers';
import type { ScopedQuery } from './scoped-query.ts';

const dayMs = 86_400_000;

/** Returns the queried time in ms; one day (today) without a period. */
export function getQueryLength({ periods }: MeasurementQuery): number {
  if (periods.length === 0) return dayMs;
  return periods.reduce(
    (sum, period) =>
      sum +
      (period.kind === 'span'
        ? period.span.to - period.span.from
        : dateToWall(period.days.to, 0) - dateToWall(period.days.from, 0)),
    0,
  );
}

/** Maximum days times sites of a query that runs beside page queries: a month of ten sites. */
const maxSiteDays = 310;

/** Whether a query occupies the engine so long that others must not wait behind it. */
export function isLarge({ query, sites }: Pick<ScopedQuery, 'query' | 'sites'>): boolean {
  return (getQueryLength(query) / dayMs) * sites.length > maxSiteDays;
}
