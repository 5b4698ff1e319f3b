import {
  buildRule,
  getConditionType,
  type Place,
  type PlaceSeries,
  type Rule,
  toPlaceKey,
} from '@atrium/domain/alerts';
import type { Instant } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site } from '../../sites/index.ts';
import type { PlacedAlertEvent } from '../alert-event.ts';
import type { StoredAlert } from '../definitions/alert.ts';
import { alertsStore } from '../definitions/alerts.store.ts';
import { notifyRecipients } from '../notify/notify-recipients.ts';
import { evaluatePlace, findObservationStart } from './evaluate-place.ts';
import type { EvaluationDependencies } from './evaluation-dependencies.ts';
import { firingsStore } from './firings.store.ts';
import type { PlannedEvaluation } from './plan-evaluation.ts';
import { watchedAlertsStore } from './watched-alerts.store.ts';
import { writeEvaluation } from './write-evaluation.ts';

/**
 * Evaluates one alert at all its places. Writes its states, transitions, log entries and messages in one transaction. A
 * concurrent evaluation of the same alert waits for the lock and then finds nothing to do. Returns whether anything
 * changed.
 */
export function evaluateAlert(
  dependencies: EvaluationDependencies,
  scope: Scope,
  site: Site,
  look: PlannedEvaluation,
  series: readonly PlaceSeries[],
  now: Instant,
): Promise<boolean> {
  return dependencies.db.transaction(async (transaction) => {
    const alert = await alertsStore(transaction).hold(scope, look.alert.id);
    // The alert changed since it was read. That change triggers its own evaluation.
    if (alert === null || !alert.enabled || alert.revision !== look.alert.revision) return false;
    const { condition } = alert;
    const type = getConditionType(condition.type);
    const eventLimit = site.events.find(({ id }) => id === condition.eventId)?.stopngoLimit ?? null;
    const facts = { site: site.topology, eventLimit };
    const rule = buildRule(condition, facts);
    if (rule === null) return false;
    const news: PlacedAlertEvent[] = [];
    let hasChanged = false;
    for (const { place } of type.watches(condition, facts)) {
      const judged = await evaluateAt(transaction, { alert, rule, site, look, now, place, series });
      news.push(...judged.news.map((one) => ({ ...one, place: nameOf(site, place) })));
      hasChanged ||= judged.hasChanged;
    }
    if (news.length > 0) {
      const { links, contactsOf } = dependencies;
      const metric = type.metric(condition);
      const { timezone } = site.topology;
      const told = { alert: alert.name, site: site.fields.name, timezone, metric, type: condition.type, rule };
      const plannings = await alertsStore(transaction).plannings(scope);
      const members = await contactsOf(scope.organizationId);
      await notifyRecipients(transaction, { alert, site, told, plannings, members, links, now }, news);
    }
    return hasChanged;
  });
}

interface At {
  readonly alert: StoredAlert;
  readonly rule: Rule;
  readonly site: Site;
  readonly look: PlannedEvaluation;
  readonly now: Instant;
  readonly place: Place;
  readonly series: readonly PlaceSeries[];
}

async function evaluateAt(transaction: Database, { alert, rule, site, look, now, place, series }: At) {
  const store = watchedAlertsStore(transaction);
  const key = toPlaceKey(place);
  const held = await store.hold(alert.id, key);
  const standing = held?.revision === alert.revision ? held : null;
  // Another worker evaluated the alert in the meantime, and continuing would need more readings. The next evaluation
  // reads them.
  if (look.isRead && findObservationStart(standing, look) < look.from) return { news: [], hasChanged: false };
  const observations = series.find((one) => toPlaceKey(one.place) === key)?.observations ?? [];
  const judged = evaluatePlace(standing, observations, { ...look, rule, now });
  const metric = getConditionType(alert.condition.type).metric(alert.condition);
  const writing = {
    store: firingsStore(transaction, {
      organizationId: site.organizationId,
      installationId: site.id,
      alertId: alert.id,
      place: key,
      conditionType: alert.condition.type,
      ...toPlaceIds(alert, place),
    }),
    rule,
    metric,
    now,
  };
  const news = await writeEvaluation(writing, judged);
  const { state, checkpoints } = judged;
  await store.keep({ alertId: alert.id, place: key, revision: alert.revision, state, checkpoints });
  return { news, hasChanged: judged.again !== null || judged.transitions.length > 0 || standing === null };
}

/** Ids of the place for a log entry. */
function toPlaceIds({ condition }: StoredAlert, { kind, id }: Place) {
  return {
    zoneId: kind === 'zone' ? id : condition.zoneId,
    passageId: kind === 'passage' ? id : null,
    deviceId: kind === 'device' ? id : null,
  };
}

function nameOf({ topology, fields }: Site, { kind, id }: Place): string {
  const named = { zone: topology.zones, passage: topology.passages, device: topology.devices, site: [] }[kind];
  return named.find((one) => one.id === id)?.name ?? fields.name;
}
