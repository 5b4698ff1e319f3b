import type { Clock, Instant, UserId } from '@atrium/domain/core';
import { id } from '@atrium/domain/core';
import { type DeliveryStatus, findDeliveryStatuses } from '../../../people/notifications/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';
import { type ReadableAlert, readAlert } from '../definitions/read-alerts.ts';
import { alertLogStore } from './alert-log.store.ts';
import { addZoneNames, type ReadableAlertLogEntry } from './read-alert-log.ts';
import { type StoryNotification, type StoryStep, storyStore } from './story.store.ts';

export interface StoryDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly namesOf: (scope: Scope, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}

export interface AlertStoryNotification extends StoryNotification {
  /** Null: deleted from the outbox, or never enqueued. */
  readonly deliveryStatus: DeliveryStatus | null;
  readonly userName: string | null;
}

/** One firing with everything that happened around it. */
export interface AlertStory {
  readonly entry: ReadableAlertLogEntry;
  /** Null: the alert is deleted. */
  readonly alert: ReadableAlert | null;
  readonly acknowledgedBy: string | null;
  /** Oldest first, starting before the firing. */
  readonly steps: readonly StoryStep[];
  readonly notifications: readonly AlertStoryNotification[];
}

/** Time before and after a firing whose steps belong to its story, ms. */
const around = 2 * 3_600_000;

/** Returns the story of an entry, or null if the scope sees no such entry. */
export async function readStory(
  dependencies: StoryDependencies,
  scope: Scope,
  logId: number,
): Promise<AlertStory | null> {
  const { db, clock, sites, namesOf } = dependencies;
  const entry = await alertLogStore(db).find(scope, logId);
  if (entry === null) return null;
  const store = storyStore(db);
  const until: Instant = entry.dateEnd === null ? clock.now() : entry.dateEnd + around;
  const [topologies, alert, steps, notifications] = await Promise.all([
    sites.topologies(scope),
    readAlert(dependencies, scope, entry.alertId),
    entry.place === null ? [] : store.steps(entry.alertId, entry.place, entry.dateBegin - around, until),
    store.notifications(entry.id),
  ]);
  const people = [entry.acknowledged?.by ?? null, ...notifications.map(({ userId }) => userId)];
  const [deliveryStatuses, names] = await Promise.all([
    findDeliveryStatuses(
      db,
      notifications.flatMap(({ dedupeKey }) => (dedupeKey === null ? [] : [dedupeKey])),
    ),
    namesOf(scope, [...new Set(people.flatMap((one) => (one === null ? [] : [id<UserId>(one)])))]),
  ]);
  const nameOf = (userId: number | null) => (userId === null ? null : (names.get(id<UserId>(userId)) ?? null));
  return {
    entry: addZoneNames(topologies)(entry),
    alert,
    acknowledgedBy: nameOf(entry.acknowledged?.by ?? null),
    steps,
    notifications: notifications.map((one) => ({
      ...one,
      deliveryStatus: one.dedupeKey === null ? null : (deliveryStatuses.get(one.dedupeKey) ?? null),
      userName: nameOf(one.userId),
    })),
  };
}
