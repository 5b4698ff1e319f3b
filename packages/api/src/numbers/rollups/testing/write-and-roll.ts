import { Random } from '@atrium/testkit/chance';
import { aSite } from '@atrium/testkit/sites';
import { migrateAnalytics } from '../../../platform/analytics/migrate-analytics.ts';
import { openAnalyticsStore } from '../../../platform/analytics/open-analytics-store.ts';
import { createRollups } from '../rollups.ts';
import { listSiteDays } from '../site-days.ts';

/** Runs as its own process; writes readings to a few days and rolls them up in a loop. For tests that kill it. */
async function writeAndRoll(folder: string, seed: number): Promise<void> {
  const analytics = await openAnalyticsStore({ source: { folder } });
  await migrateAnalytics(analytics);
  const logError = (message: string, error: unknown) => void process.stderr.write(`${message}: ${error}\n`);
  const rollups = createRollups({ analytics, clock: { now: () => Date.now() }, logError, isIngesting: () => false });
  const random = new Random(seed);
  const { organizationId: organization, installationId: installation } = aSite(1);
  const start = Date.UTC(2026, 0, 1);
  const writing = async () => {
    for (;;) {
      const rows = Array.from({ length: 1 + random.below(30) }, () => ({
        organization,
        installation,
        metric: 'affluenceIn',
        device: 1 + random.below(3),
        at: start + random.below(4 * 96) * 900_000,
        descriptors: '',
        visitor: '',
        x: -1,
        y: -1,
        value: random.below(100),
        weight: 1,
        interval: 900,
        version: Date.now() * 1000 + random.below(1000),
      }));
      const end = await rollups.ledger.writing(listSiteDays(rows));
      await analytics.insert('readings', rows);
      end();
      process.send?.('written');
    }
  };
  const rolling = async () => {
    for (;;) {
      await rollups.rollAll(organization, Number.POSITIVE_INFINITY);
      await new Promise((resume) => setTimeout(resume, random.below(20)));
    }
  };
  await Promise.all([writing(), rolling()]);
}

await writeAndRoll(process.argv[2] as string, Number(process.argv[3]));
