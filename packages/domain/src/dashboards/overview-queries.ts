import type { ZoneId } from '../core/index.ts';
import type { AskedQuery } from './counting-queries.ts';

/** The numbers of all sites' present day, each site's by its top zones, in one request. */
export interface OverviewQueries {
  readonly entries: AskedQuery;
  readonly inside: AskedQuery;
  readonly air: AskedQuery;
}

/** Without dates a question means every site's own present day, whatever its timezone. */
export function toOverviewQueries(topZoneIds: readonly ZoneId[]): OverviewQueries {
  const filters = { conditions: [{ criterion: 'ZONES', values: topZoneIds.map(String) }] };
  const byZone = { type: 'ZONE_ID' };
  return {
    entries: { metric: 'affluenceIn', filters, compare: 'USUAL', groupBy: [byZone] },
    inside: { metric: 'inside', filters, compare: 'USUAL', groupBy: [byZone, { type: 'DATE', granularity: 900 }] },
    air: { metric: 'co2', filters, aggregation: 'LAST', groupBy: [byZone] },
  };
}
