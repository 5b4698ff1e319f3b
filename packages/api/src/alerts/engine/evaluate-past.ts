import type { Instant } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import { alertsStore } from '../definitions/alerts.store.ts';
import { evaluateAlert } from './evaluate-alert.ts';
import type { EvaluationDependencies } from './evaluation-dependencies.ts';

/** Mute and switch of an alert after its past was evaluated. */
export interface FinalSwitches {
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
