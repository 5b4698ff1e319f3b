import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { Page } from '../../platform/graphql/connections.ts';
import {
  acknowledgeAlert,
  alertLogStore,
  muteAlert,
  type ReadableAlert,
  type ReadableAlertLogEntry,
  readAlert,
  readAlertLog,
  readAlerts,
} from '../alerts/index.ts';
import type { RestDependencies, RestInputs, RestRoute } from './route.ts';
import { described, idParameter, instantInput, nullable, objectOf, refTo, text } from './schema.ts';
import { defaultPageSize, pageParameters } from './site-resources.ts';

/** Statements that reading alerts with their states takes, and those of a change, in units of the cost. */
const readCost = 20_000;
const changeCost = 600_000;
const alertCost = 200;

const alertParameter = { alertId: idParameter };

const noAlert = err(failure('NOT_FOUND', 'No such alert', 'alertId'));

const pageCost = ({ query }: RestInputs) => readCost + alertCost * Number(query.first ?? defaultPageSize);

/** Alerts and their firings, by the use cases of the alert pages. */
export const listAlertResources = (dependencies: RestDependencies): readonly RestRoute[] => [
  ...listReads(dependencies),
  ...listChanges(dependencies),
];

function listReads({ db, clock, sites }: RestDependencies): readonly RestRoute[] {
  const reads = { db, clock, sites };
  const logReads = { store: alertLogStore(db), sites };
  return [
    {
      method: 'GET',
      path: '/alerts',
      id: 'listAlerts',
      tag: 'Alerts',
      summary: 'Lists the alerts of the sites that the token sees, by id.',
      scope: 'alerts:read',
      queryParameters: pageParameters,
      answer: refTo('AlertPage'),
      cost: pageCost,
      async handle({ query }, { token }) {
        const page = await readAlerts(reads, token.scope, {
          filter: { searchValue: '', status: null, severities: null, installationIds: null },
          sort: { type: 'id', order: 'ASC' },
          ...toPageRequest(query),
        });
        return page.ok ? ok(toPageJson(page.value, toAlertJson)) : page;
      },
    },
    {
      method: 'GET',
      path: '/alerts/{alertId}',
      id: 'getAlert',
      tag: 'Alerts',
      summary: 'Returns an alert.',
      scope: 'alerts:read',
      pathParameters: alertParameter,
      answer: refTo('Alert'),
      cost: () => readCost,
      async handle({ path }, { token }) {
        const alert = await readAlert(reads, token.scope, Number(path.alertId));
        return alert === null ? noAlert : ok(toAlertJson(alert));
      },
    },
    {
      method: 'GET',
      path: '/alerts/{alertId}/events',
      id: 'listAlertEvents',
      tag: 'Alerts',
      summary: 'Lists the times at which an alert fired, newest first.',
      scope: 'alerts:read',
      pathParameters: alertParameter,
      queryParameters: pageParameters,
      answer: refTo('AlertEventPage'),
      cost: pageCost,
      async handle({ path, query }, { token }) {
        const alertId = Number(path.alertId);
        if ((await readAlert(reads, token.scope, alertId)) === null) return noAlert;
        const filter = { zoneIds: null, alertId, begin: null, end: null };
        const page = await readAlertLog(logReads, token.scope, filter, toPageRequest(query));
        return page.ok ? ok(toPageJson(page.value, toFiringJson)) : page;
      },
    },
  ];
}

function listChanges({ db, clock, bus, sites }: RestDependencies): readonly RestRoute[] {
  return [
    {
      method: 'POST',
      path: '/alerts/{alertId}/events/{eventId}/acknowledge',
      id: 'acknowledgeAlertEvent',
      tag: 'Alerts',
      summary: 'Acknowledges a firing. The first acknowledgement stays.',
      scope: 'alerts:write',
      pathParameters: { ...alertParameter, eventId: idParameter },
      body: objectOf({ note: described(nullable(text), 'At most 500 characters.') }, ['note']),
      answer: refTo('AlertEvent'),
      cost: () => changeCost,
      async handle({ path, body }, { token }) {
        const eventId = Number(path.eventId);
        const found = await alertLogStore(db).find(token.scope, eventId);
        if (found?.alertId !== path.alertId) return err(failure('NOT_FOUND', 'No such event', 'eventId'));
        const { note = null } = body as { readonly note?: string | null };
        const entry = await acknowledgeAlert({ db, clock, bus, sites }, token.scope, eventId, note);
        return entry.ok ? ok(toFiringJson(entry.value)) : entry;
      },
    },
    {
      method: 'POST',
      path: '/alerts/{alertId}/mute',
      id: 'muteAlert',
      tag: 'Alerts',
      summary: 'Sends no notifications of an alert until then. Null: sends them again.',
      scope: 'alerts:write',
      pathParameters: alertParameter,
      body: objectOf({ until: nullable(instantInput), reason: described(nullable(text), 'At most 200 characters.') }, [
        'reason',
      ]),
      answer: refTo('Alert'),
      cost: () => changeCost,
      async handle({ path, body }, { token }) {
        const alertId = Number(path.alertId);
        const { until, reason = null } = body as { readonly until: string | null; readonly reason?: string | null };
        const end = until === null ? ok(null) : parseInstant(until, 'until');
        if (!end.ok) return end;
        const muted = await muteAlert({ db, clock, bus }, token.scope, alertId, end.value, reason);
        if (!muted.ok) return muted;
        const alert = await readAlert({ db, clock, sites }, token.scope, alertId);
        return alert === null ? noAlert : ok(toAlertJson(alert));
      },
    },
  ];
}

/** BAD_INPUT for a day or hour that does not exist. */
function parseInstant(value: string, field: string): Result<Instant, Failure> {
  const at = Date.parse(value);
  return Number.isNaN(at) ? err(failure('BAD_INPUT', `${field} is no instant.`, field)) : ok(at);
}

const toPageRequest = ({ first = defaultPageSize, after }: RestInputs['query']) => ({
  first: Number(first),
  after: after === undefined ? null : String(after),
});

const toPageJson = <Node>({ edges, hasNextPage }: Page<Node>, toJson: (node: Node) => object) => ({
  items: edges.map(({ node }) => toJson(node)),
  next: hasNextPage ? (edges.at(-1)?.cursor ?? null) : null,
});

const toIso = (at: Instant | null) => (at === null ? null : new Date(at).toISOString());

/** Returns an alert as the document describes it. */
function toAlertJson({ id, installationId, name, condition, ...alert }: ReadableAlert) {
  return {
    id,
    siteId: installationId,
    name,
    conditionType: condition.type,
    severity: condition.severity,
    status: alert.status,
    since: toIso(alert.since),
    isEnabled: alert.enabled,
    isOpen: alert.isOpen,
    mutedUntil: toIso(alert.mute?.until ?? null),
    lastFiredAt: toIso(alert.lastFired?.begin ?? null),
  };
}

/** Returns a firing as the document describes it. */
export function toFiringJson({
  id,
  alertId,
  installationId,
  conditionType,
  severity,
  metrics,
  ...entry
}: ReadableAlertLogEntry) {
  return {
    id,
    alertId,
    siteId: installationId,
    conditionType,
    severity,
    begin: toIso(entry.dateBegin),
    end: toIso(entry.dateEnd),
    endedBy: entry.endedBy,
    zoneId: entry.zoneId,
    passageId: entry.passageId,
    deviceId: entry.deviceId,
    metrics: metrics.map(({ type, threshold, value }) => ({ metric: type, threshold, value })),
    acknowledgedAt: toIso(entry.acknowledged?.at ?? null),
    acknowledgement: entry.acknowledged?.note ?? null,
  };
}
