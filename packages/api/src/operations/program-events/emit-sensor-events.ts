import type { Clock, OrganizationId } from '@atrium/domain/core';
import type { AnswerQueries } from '../../numbers/index.ts';
import {
  emitWebhookEvents,
  forgetOtherWatches,
  type WebhookEvent,
  webhookEventsStore,
  webhookWatchesStore,
} from '../../people/webhooks/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import { listSilentSensors } from '../system/index.ts';
import { runForEach } from './each-organization.ts';

export interface SensorEventsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly answerQueries: AnswerQueries;
}

/** A sensor that is silent for less may only be late, ms. */
const silentMs = 15 * 60_000;
/** Days to look at: a silence must not seem over because a new day began. */
const days = 2;

/**
 * Emits `device.silent` and `device.back` for the people counters at outer doors, by the same rule as Settings › System.
 * Emits nothing for an organization whose numbers cannot be read now, because unknown is not back.
 */
export async function emitSensorEvents(dependencies: SensorEventsDependencies): Promise<void> {
  const store = webhookEventsStore(dependencies.db);
  const [silent, back] = [await store.organizationsWith('device.silent'), await store.organizationsWith('device.back')];
  const organizations = new Set([...silent, ...back]);
  await forgetOtherWatches(dependencies.db, 'device/', [...organizations]);
  await runForEach(organizations, (organizationId) => emitOfOrganization(dependencies, organizationId));
}

async function emitOfOrganization(
  { db, ...reads }: SensorEventsDependencies,
  organizationId: OrganizationId,
): Promise<void> {
  const now = reads.clock.now();
  const found = await listSilentSensors(reads, systemScope(organizationId), days);
  if (found === null) return;
  const { sites } = await reads.sites.snapshot(systemScope(organizationId));
  const names = new Map(
    [...sites.values()].flatMap((site) =>
      site.topology.devices.map(
        ({ id, name, serial }) => [id as number, { site, name: name || serial, serial }] as const,
      ),
    ),
  );
  const isoOf = (at: number) => new Date(at).toISOString();
  const silentNow = new Map(found.silent.map((sensor) => [sensor.deviceId, sensor]));
  const begun = found.silent.filter(({ since }) => now - since >= silentMs);

  await db.transaction(async (transaction) => {
    const watches = webhookWatchesStore(transaction, organizationId);
    const known = new Map((await watches.list('device/')).map(({ name, value }) => [Number(name.slice(7)), value]));
    const toEvent = (type: 'device.silent' | 'device.back', deviceId: number, since: string): WebhookEvent[] => {
      const about = names.get(deviceId);
      if (about === undefined) return [];
      const { site, name, serial } = about;
      const data = { deviceId, device: name, serial, siteId: site.id, site: site.fields.name, since };
      return [
        {
          ...{ organizationId, installationId: site.id, type, at: now },
          key: `device/${deviceId}/${type}/${since}`,
          data: type === 'device.back' ? { ...data, until: isoOf(now) } : data,
        },
      ];
    };
    const fresh = begun.filter(({ deviceId }) => !known.has(deviceId));
    await emitWebhookEvents(
      transaction,
      fresh.flatMap(({ deviceId, since }) => toEvent('device.silent', deviceId, isoOf(since))),
    );
    await watches.save(fresh.map(({ deviceId, since }) => ({ name: `device/${deviceId}`, value: isoOf(since) })));
    const ended = [...known].filter(([deviceId]) => !silentNow.has(deviceId));
    // A sensor that was removed is not back.
    const returned = ended.filter(([deviceId]) => found.deviceIds.has(deviceId));
    await emitWebhookEvents(
      transaction,
      returned.flatMap(([deviceId, since]) => toEvent('device.back', deviceId, since)),
    );
    await watches.remove(ended.map(([deviceId]) => `device/${deviceId}`));
  });
}
