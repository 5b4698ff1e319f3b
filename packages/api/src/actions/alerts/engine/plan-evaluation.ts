import {
  buildRule,
  findWatchedDevices,
  getConditionType,
  getEvaluationInterval,
  step,
  toPlaceKey,
} from '@atrium/domain/actions/alerts';
import type { DeviceId, Instant } from '@atrium/domain/core';
import type { Site } from '../../../sites/index.ts';
import type { StoredAlert } from '../definitions/alert.ts';
import { buildTick, type EvaluationState, findObservationStart } from './evaluate-place.ts';
import { isRuleOff } from './to-observations.ts';
import type { StoredPlaceState } from './watched-alerts.store.ts';

/** Changes at a site since its last evaluation. */
export interface SiteChanges {
  /** Devices with new or corrected readings (`all`: possibly any). Empty: only time passed. */
  readonly deviceIds: ReadonlySet<DeviceId> | 'all';
  /** Lower bound of the start of these readings. */
  readonly from: Instant;
}

const firstRevision = 1;

/** Limit for catching up after an outage, ms. */
const maxCatchUpMs = 7 * 86_400_000;
/** Evaluations start at a multiple of this, so that they begin with a whole interval, ms. */
const intervalStepMs = 900_000;

export interface PlannedEvaluation {
  readonly alert: StoredAlert;
  /** Whether readings are needed, or only time passed. */
  readonly isRead: boolean;
  /** Start of the period to evaluate. */
  readonly from: Instant;
  readonly lateFrom: Instant | null;
  readonly watchedSince: Instant;
  readonly writtenSince: Instant;
  readonly quietUntil: Instant;
}

/** Returns the period of an alert to evaluate now, or null if nothing is due. */
export function planEvaluation(
  site: Site,
  alert: StoredAlert,
  stored: readonly StoredPlaceState[],
  { deviceIds, from: changedFrom }: SiteChanges,
  now: Instant,
): PlannedEvaluation | null {
  const { condition } = alert;
  const type = getConditionType(condition.type);
  const eventLimit = site.events.find(({ id }) => id === condition.eventId)?.stopngoLimit ?? null;
  const facts = { site: site.topology, eventLimit };
  const rule = buildRule(condition, facts);
  if (rule === null) return null;
  const watches = type.watches(condition, facts);
  const of = new Map(
    stored
      .filter((one) => one.alertId === alert.id && one.revision === alert.revision)
      .map((one) => [one.place, one] as const),
  );
  const interval = type.interval(condition) * 1000;
  // Receipts come from no device, so sites with sales are read at each end of an interval.
  const isTold =
    deviceIds === 'all' || watches.some((watch) => findWatchedDevices(site.topology, watch).some(isAmong(deviceIds)));
  // One interval earlier, so that crossing the limit in the first interval is seen.
  const before = Math.max(intervalStepMs, interval);
  const watchedFrom = (at: Instant) => Math.floor(at / intervalStepMs) * intervalStepMs - before;
  const watchedSince = watchedFrom(Math.max(alert.createdAt, now - intervalStepMs));
  const writtenSince = watchedFrom(alert.createdAt);
  const lateFrom = isTold ? changedFrom : null;
  // After a change or switching on, the first evaluation runs moments after saving, so `now` approximates that time.
  const savedAt = of.size === 0 && alert.revision > firstRevision ? now : alert.createdAt;
  const quietUntil = savedAt - getEvaluationInterval(type, condition, facts);
  const starts = watches.map(({ place }) => {
    const since = findObservationStart(of.get(toPlaceKey(place)) ?? null, { watchedSince, writtenSince, lateFrom });
    return Math.max(now - maxCatchUpMs, Math.floor(since / intervalStepMs) * intervalStepMs);
  });
  const look = { alert, lateFrom, watchedSince, writtenSince, quietUntil, from: Math.min(now, ...starts) };
  const states = watches.map(({ place }) => of.get(toPlaceKey(place)) ?? null);
  if (isTold || states.some((one) => one === null) || type.silence === 'counts') return { ...look, isRead: true };
  // Closing hours end open firings without any reading.
  const isOff = isRuleOff({ site, condition, span: { from: now - 2 * intervalStepMs, to: now } }, now - interval);
  if (isOff && states.some((one) => one !== null && one.state.phase !== 'ok')) return { ...look, isRead: true };
  return states.some(isDue(rule, now)) ? { ...look, isRead: false } : null;
}

/** Returns whether elapsed time alone changes the state at a place. */
const isDue =
  (rule: Parameters<typeof step>[2], now: Instant) =>
  (known: EvaluationState | null): boolean => {
    if (known === null) return false;
    const { transitions, reminders } = step(known.state, buildTick(now), rule);
    return transitions.length + reminders.length > 0;
  };

const isAmong =
  (deviceIds: SiteChanges['deviceIds']) =>
  (id: DeviceId): boolean =>
    deviceIds === 'all' || deviceIds.has(id);
