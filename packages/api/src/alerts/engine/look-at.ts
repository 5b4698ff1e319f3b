import { conditionTypeOf, judgedInterval, placeKey, ruleOf, step, watchedDevices } from '@atrium/domain/alerts';
import type { DeviceId, Instant } from '@atrium/domain/core';
import type { Site } from '../../sites/index.ts';
import type { StoredAlert } from '../definitions/alert.ts';
import { isOffAt } from '../observe/index.ts';
import { observedSince, type Standing, tickAt } from './judge-place.ts';
import type { PlaceStanding } from './watched-alerts.store.ts';

/** What happened at a site since it was looked at last. */
export interface Changed {
  /** Readings of these devices came or were corrected (`all`: perhaps of any); empty: only time passed. */
  readonly deviceIds: ReadonlySet<DeviceId> | 'all';
  /** They begin at or after this. */
  readonly from: Instant;
}

/** A new alert's. */
const firstRevision = 1;

/** The farthest back that is looked after a long time without the product, ms. */
const farthest = 7 * 86_400_000;
/** Where intervals may begin: what is looked at begins with a whole one, ms. */
const step15 = 900_000;

export interface AlertLook {
  readonly alert: StoredAlert;
  /** Whether readings have to be read, or only time has passed. */
  readonly isRead: boolean;
  /** Since when. */
  readonly from: Instant;
  readonly lateFrom: Instant | null;
  readonly watchedSince: Instant;
  readonly writtenSince: Instant;
  readonly quietUntil: Instant;
}

/** null: nothing has to be judged of the alert now. */
export function lookAt(
  site: Site,
  alert: StoredAlert,
  standings: readonly PlaceStanding[],
  { deviceIds, from: changedFrom }: Changed,
  now: Instant,
): AlertLook | null {
  const { condition } = alert;
  const type = conditionTypeOf(condition.type);
  const eventLimit = site.events.find(({ id }) => id === condition.eventId)?.stopngoLimit ?? null;
  const facts = { site: site.topology, eventLimit };
  const rule = ruleOf(condition, facts);
  if (rule === null) return null;
  const watches = type.watches(condition, facts);
  const of = new Map(
    standings
      .filter((one) => one.alertId === alert.id && one.revision === alert.revision)
      .map((one) => [one.place, one] as const),
  );
  const isTold = watches.some((watch) => watchedDevices(site.topology, watch).some(isAmong(deviceIds)));
  // One interval further back, so that what passes its limit in the first one is known to have passed it.
  const before = Math.max(step15, type.interval * 1000);
  const watchedFrom = (at: Instant) => Math.floor(at / step15) * step15 - before;
  const watchedSince = watchedFrom(Math.max(alert.createdAt, now - step15));
  const writtenSince = watchedFrom(alert.createdAt);
  const lateFrom = isTold ? changedFrom : null;
  // A changed alert, and one that is switched on, is looked at moments after it was saved.
  const savedAt = of.size === 0 && alert.revision > firstRevision ? now : alert.createdAt;
  const quietUntil = savedAt - judgedInterval(type, condition, facts);
  const starts = watches.map(({ place }) => {
    const since = observedSince(of.get(placeKey(place)) ?? null, { watchedSince, writtenSince, lateFrom });
    return Math.max(now - farthest, Math.floor(since / step15) * step15);
  });
  const look = { alert, lateFrom, watchedSince, writtenSince, quietUntil, from: Math.min(now, ...starts) };
  const states = watches.map(({ place }) => of.get(placeKey(place)) ?? null);
  if (isTold || states.some((one) => one === null) || type.silence === 'counts') return { ...look, isRead: true };
  // Closing hours end what is open with nothing told of them.
  const isOff = isOffAt({ site, condition, span: { from: now - 2 * step15, to: now } }, now - type.interval * 1000);
  if (isOff && states.some((one) => one !== null && one.state.phase !== 'ok')) return { ...look, isRead: true };
  return states.some(isDue(rule, now)) ? { ...look, isRead: false } : null;
}

/** Whether time alone changes where an alert stands at a place. */
const isDue =
  (rule: Parameters<typeof step>[2], now: Instant) =>
  (standing: Standing | null): boolean => {
    if (standing === null) return false;
    const { transitions, reminders } = step(standing.state, tickAt(now), rule);
    return transitions.length + reminders.length > 0;
  };

const isAmong =
  (deviceIds: Changed['deviceIds']) =>
  (id: DeviceId): boolean =>
    deviceIds === 'all' || deviceIds.has(id);
