import { aSite } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { migrateAnalytics } from '../../../platform/analytics/migrate-analytics.ts';
import { openAnalyticsStore } from '../../../platform/analytics/open-analytics-store.ts';
import { dayMs } from '../dirty-days.ts';
import { createRollups } from '../rollups.ts';
import { listSiteDays } from '../site-days.ts';
import { buildExpiringReadings, expiringDays, firstExpiringDay } from './expiring-readings.ts';

/** Runs as its own process and deletes one organization's days one by one. For tests that kill it. */
async function writeAndForget(folder: string, organization: number): Promise<void> {
  const analytics = await openAnalyticsStore({ source: { folder } });
  await migrateAnalytics(analytics);
  const now = firstExpiringDay + (expiringDays + 1) * dayMs;
  let days = expiringDays;
  const rollups = createRollups({
    analytics,
    clock: aClock(now),
    logError: (message, error) => void process.stderr.write(`${message}: ${error}\n`),
    isIngesting: () => false,
    retentions: async () => [{ organizationId: aSite(organization).organizationId, days }],
  });
  const rows = buildExpiringReadings(organization);
  const end = await rollups.ledger.writing(listSiteDays(rows));
  await analytics.insert('readings', rows);
  end();
  process.send?.('written');
  for (; days > 0; days--) await rollups.forgetDue();
  await new Promise(() => setInterval(() => {}, 1000));
}

await writeAndForget(process.argv[2] as string, Number(process.argv[3]));
