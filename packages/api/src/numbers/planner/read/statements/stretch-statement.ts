import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { storedLinesWhere } from '../../../open-days/recent-days.store.ts';
import { maxReadingMs } from './crossing-statement.ts';
import { buildRangesPart, type ReadingsSelection, sentCondition, sentParams } from './readings-of.ts';

const hourMs = 3_600_000;

/**
 * Reads stored readings within spans (ascending, disjoint), by device, metric, descriptors and length. With `hours`
 * (their starts), only readings within or reaching into those hours.
 */
export function stretchStatement(
  sent: ReadingsSelection,
  spans: readonly Span[],
  hours: readonly Instant[] | null,
): Statement {
  const within = buildRangesPart('r', spans);
  const touching = `
    AND arrayExists(one -> at < one + ${hourMs} AND (at >= one OR (at >= one - ${maxReadingMs} AND at + toInt64(interval) * 1000 > one)), {hours:Array(Int64)})`;
  return {
    sql: storedLinesWhere(
      `${sentCondition}
    AND ${within.condition}${hours === null ? '' : touching}`,
    ),
    params: { ...sentParams(sent), ...within.params, ...(hours === null ? {} : { hours }) },
  };
}
