import type { PlaceSeries } from '@atrium/domain/alerts';
import { Overloaded } from '../../platform/overloaded.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { AlertsChanged } from '../alerts.events.ts';
import { alertsStore } from '../definitions/alerts.store.ts';
import { evaluateAlert } from './evaluate-alert.ts';
import type { EvaluationDependencies } from './evaluation-dependencies.ts';
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
  const standings = await watchedAlertsStore(db).standings(enabled.map(({ id }) => id));
  const now = clock.now();
  const looks = enabled.flatMap((alert) => planEvaluation(site, alert, standings, changed, now) ?? []);
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
