import {
  addDays,
  type Clock,
  type LocalDate,
  type OrganizationId,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Database } from '../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { emitWebhookEvents, type WebhookEvent } from './emit-event.ts';
import { webhookEventsStore } from './webhooks.store.ts';

export interface CompleteDaysDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: { topologies(scope: Scope): Promise<readonly Topology[]> };
}

/** Time after the end of a day for its last readings to arrive, ms. */
const arrivalMs = 15 * 60_000;
/** A day that ended longer ago is not reported: the webhook or the site is newer, ms. */
const maxAgeMs = 6 * 3_600_000;

/** Emits `site.day_complete` for own days of sites that ended at least 15 minutes ago, once each. */
export async function emitCompleteDays({ db, clock, sites }: CompleteDaysDependencies): Promise<void> {
  const now = clock.now();
  for (const organization of await webhookEventsStore(db).organizationsWith('site.day_complete')) {
    const organizationId = organization as OrganizationId;
    const topologies = await sites.topologies(systemScope(organizationId));
    const events = topologies.flatMap((site): WebhookEvent[] => {
      const today = toSiteDay(site, now - arrivalMs);
      const end = startOfSiteDay(site, today);
      if (now - arrivalMs - end > maxAgeMs) return [];
      const day = addDays(today, -1) as LocalDate;
      return [
        {
          organizationId,
          installationId: site.installationId,
          type: 'site.day_complete',
          key: `day/${site.installationId}/${day}`,
          at: now,
          data: { siteId: site.installationId, site: site.name, day, end: new Date(end).toISOString() },
        },
      ];
    });
    await db.transaction((transaction) => emitWebhookEvents(transaction, events));
  }
}
