import type { PlaceSeries } from '@atrium/domain/actions/alerts';
import type { Instant } from '@atrium/domain/core';
import { Overloaded } from '../../../platform/failures.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import type { AlertsChanged } from '../alerts.events.ts';
import { alertsStore } from '../definitions/alerts.store.ts';
import { type EvaluationDependencies, evaluateAlert } from './evaluate-alert.ts';
import { planEvaluation, type SiteChanges } from './plan-evaluation.ts';
import { type WatchedSite, watchedAlertsStore } from './watched-alerts.store.ts';

/**
 * Evaluates the alerts of one site: by new readings where their devices sent some, otherwise by elapsed time. Returns
 * the alerts whose status changed, to be published.
 */
export async function evaluateSite(
  dependencies: EvaluationDependencies,
  { organizationId, installationId }: WatchedSite,
  changed: SiteChanges,
  signal?: AbortSignal,
): Promise<readonly AlertsChanged[]> {
  const { db, clock, sites, observe } = dependencies;
  const scope = systemScope(organizationId);
  const site = (await sites.snapshot(scope)).sites.get(installationId);
  if (site === undefined) return [];
  const own = await alertsStore(db).all({ ...scope, installationIds: [installationId] });
  const enabled = own.filter((alert) => alert.enabled);
  const stored = await watchedAlertsStore(db).placeStates(enabled.map(({ id }) => id));
  const now = clock.now();
  const looks = enabled.flatMap((alert) => planEvaluation(site, alert, stored, changed, now) ?? []);
  const toRead = looks.filter(({ isRead }) => isRead);
  const read = await observe(
    scope,
    toRead.map(({ alert, from }) => ({ site, condition: alert.condition, span: { from, to: now } })),
    signal,
  );
  const told: AlertsChanged[] = [];
  for (const look of looks) {
    const index = toRead.indexOf(look);
    const series = index < 0 ? { ok: true as const, value: [] as readonly PlaceSeries[] } : read[index];
    if (series?.ok === false && series.error.code === 'OVERLOADED') throw new Overloaded(series.error.retryAfter ?? 1);
    if (series === undefined || !series.ok) continue;
    const hasChanged = await evaluateAlert(dependencies, scope, site, look, series.value, now);
    if (hasChanged) told.push({ organizationId, installationId, alertId: look.alert.id });
  }
  return told;
}

/** Mute and switch of an alert after its past was evaluated. */
interface FinalSwitches {
  readonly mutedUntil: Instant | null;
  readonly isOff: boolean;
}

/**
 * Evaluates an alert over a past period, as if it had been active then, and writes the resulting log. Sends
 * notifications for firings that are still open.
 */
export type EvaluatePast = (scope: Scope, alertId: number, since: Instant, leftAs: FinalSwitches) => Promise<void>;

export function createEvaluatePast(dependencies: EvaluationDependencies): EvaluatePast {
  const { db, sites, observe, clock } = dependencies;
  return async (scope, alertId, since, { mutedUntil, isOff }) => {
    const alert = await alertsStore(db).find(scope, alertId);
    const site = alert && (await sites.snapshot(scope)).sites.get(alert.installationId);
    if (alert === null || site === undefined || site === null) throw new Error('there is no such alert to judge');
    const now = clock.now();
    const span = { from: since, to: now };
    const [observed] = await observe(scope, [{ site, condition: alert.condition, span }]);
    if (observed === undefined || !observed.ok) throw new Error('the past of an alert could not be read');
    const watched = { watchedSince: since, writtenSince: since, quietUntil: Number.NEGATIVE_INFINITY };
    const look = { alert, isRead: true, from: since, lateFrom: null, ...watched };
    await evaluateAlert(dependencies, scope, site, look, observed.value, now);
    const store = alertsStore(db);
    if (mutedUntil !== null) await store.setMute(alertId, { until: mutedUntil, by: null, reason: null });
    if (!isOff) return;
    await store.setEnabled(alertId, false, alert.revision + 1);
    await store.endOpen(alertId, now);
  };
}
