import type { ZoneId } from '../../core/index.ts';
import type { DayRange } from '../../measurements/index.ts';
import type { AskedQuery } from './asked-query.ts';
import { datesIn, zonesIn } from './question-parts.ts';

export interface DeviceQuestion {
  /** Those whose devices are meant, inner ones by themselves: of an area as a whole only the doors around it count. */
  readonly zoneIds: readonly ZoneId[];
  readonly metrics: readonly string[];
  readonly ranges: readonly DayRange[];
}

/** What is asked of the readings of devices, metric by metric, to tell what is odd about them. */
export function toDeviceQueries({ zoneIds, metrics, ranges }: DeviceQuestion): readonly AskedQuery[] {
  return metrics.map((metric) => ({
    metric,
    filters: { conditions: [zonesIn(zoneIds), datesIn(ranges)] },
    groupBy: [{ type: 'ZONE_ID' }],
  }));
}
