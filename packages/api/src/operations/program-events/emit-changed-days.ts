import { listLateDays } from '../../numbers/index.ts';
import {
  emitWebhookEvents,
  forgetOtherWatches,
  webhookEventsStore,
  webhookWatchesStore,
} from '../../people/webhooks/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { runForEach } from './each-organization.ts';
import type { SensorEventsDependencies } from './emit-sensor-events.ts';

export interface ChangedDaysDependencies extends Omit<SensorEventsDependencies, 'answerQueries'> {
  readonly analytics: AnalyticsStore;
}

/** Changed UTC days that one event may name. The next run continues. */
const maxDays = 1000;

/** Emits `measurement.changed` for each site whose past days were rolled up again. */
export async function emitChangedDays({ db, ...reads }: ChangedDaysDependencies): Promise<void> {
  const organizations = await webhookEventsStore(db).organizationsWith('measurement.changed');
  await forgetOtherWatches(db, 'changes', organizations);
  await runForEach(organizations, async (organizationId) => {
    const [watch] = await webhookWatchesStore(db, organizationId).list('changes');
    const since = watch?.value ?? null;
    const { days, next } = await listLateDays(reads, systemScope(organizationId), { since, limit: maxDays });
    const at = reads.clock.now();
    await db.transaction(async (transaction) => {
      await emitWebhookEvents(
        transaction,
        [...days].map(([installationId, changed]) => ({
          ...{ organizationId, installationId, at, type: 'measurement.changed' as const },
          key: `changed/${installationId}/${next}`,
          data: { siteId: installationId, days: changed },
        })),
      );
      await webhookWatchesStore(transaction, organizationId).save([{ name: 'changes', value: next }]);
    });
  });
}
