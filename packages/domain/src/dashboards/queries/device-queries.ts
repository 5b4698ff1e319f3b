import type { ZoneId } from '../../core/index.ts';
import type { DayRange } from '../../measurements/index.ts';
import type { AskedQuery } from './asked-query.ts';
import { buildRangeCondition, buildZoneCondition } from './question-parts.ts';

export interface DeviceQuestion {
  /** The zones whose devices are meant, inner zones included: an area as a whole only counts the doors around it. */
  readonly zoneIds: readonly ZoneId[];
  readonly metrics: readonly string[];
  readonly ranges: readonly DayRange[];
}

/** Returns the queries for problems in the readings of devices, one per metric. */
export function toDeviceQueries({ zoneIds, metrics, ranges }: DeviceQuestion): readonly AskedQuery[] {
  return metrics.map((metric) => ({
    metric,
    filters: { conditions: [buildZoneCondition(zoneIds), buildRangeCondition(ranges)] },
    groupBy: [{ type: 'ZONE_ID' }],
  }));
}
