import type { Topology } from '@atrium/domain/sites';
import type { TestReading } from '@atrium/testkit/readings';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { RecentDays } from '../recent-readings/recent-days.ts';
import type { DirtyDays } from '../rollups/dirty-days.ts';
import { listSiteDays } from '../rollups/site-days.ts';
import { store } from './store.ts';

/** Wraps a store and counts its queries since the last reset. */
export function countQueries(analytics: AnalyticsStore) {
  let asked = 0;
  const counted: AnalyticsStore = {
    ...analytics,
    query: (...args) => {
      asked += 1;
      return analytics.query(...args);
    },
    columns: (...args) => {
      asked += 1;
      return analytics.columns(...args);
    },
  };
  const forget = () => {
    asked = 0;
  };
  return { analytics: counted, asked: () => asked, forget };
}

/** Stores readings as ingestion does, and notifies the ledger and the recent readings in memory. */
export async function storeAndNotify(
  { analytics, ledger, openDays }: { analytics: AnalyticsStore; ledger: DirtyDays; openDays: RecentDays },
  site: Topology,
  readings: readonly TestReading[],
): Promise<void> {
  const { organizationId: organization, installationId: installation } = site;
  const rows = readings.map(({ weight = 1, descriptors = '', interval = 0, ...rest }) => {
    return { organization, installation, ...rest, weight, descriptors, interval };
  });
  const end = await ledger.writing(listSiteDays(rows));
  await store(analytics, site, readings);
  openDays.written(rows);
  end();
}
