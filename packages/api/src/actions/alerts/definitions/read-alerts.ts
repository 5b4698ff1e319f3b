import { type Severity, severities } from '@atrium/domain/actions/alerts';
import {
  addDays,
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  type Result,
  toSiteDay,
} from '@atrium/domain/core';
import type { Page, SortKey } from '../../../platform/graphql/connections.ts';
import { compareKeys, slicePage } from '../../../platform/graphql/connections.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../../sites/index.ts';
import type { PlaceState, StoredAlert, StoredPlanning } from './alert.ts';
import { alertStatusStore, type FiringSummary } from './alert-status.store.ts';
import { alertsStore } from './alerts.store.ts';

export interface AlertReads {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
}

/** Status of an alert as a whole: the worst of its places, or OFF. */
export type AlertStatus = 'FIRING' | 'RECOVERING' | 'NO_DATA' | 'PENDING' | 'OK' | 'OFF';

/** An alert with everything that lists and forms show. */
export interface ReadableAlert extends StoredAlert {
  readonly site: Site;
  readonly plannings: readonly StoredPlanning[];
  readonly status: AlertStatus;
  /** Start of the current status. Null: since the alert was created, or it is off. */
  readonly since: Instant | null;
  readonly isOpen: boolean;
  readonly isMuted: boolean;
  readonly states: readonly PlaceState[];
  readonly lastFired: FiringSummary | null;
  /** Firings on each of the site's last days, today last. */
  readonly firedByDay: readonly { readonly day: string; readonly count: number }[];
}

export const shownDays = 28;

export const sortKeys = [
  'condition',
  'event',
  'id',
  'installation_id',
  'notifications',
  'notification_contacts',
  'planning_id',
  'title',
  'state',
  'severity',
  'last_fired',
] as const;

export type AlertSortKey = (typeof sortKeys)[number];

export interface AlertFilter {
  /** Substring of the title, the site's name or the condition's type. */
  readonly searchValue: string;
  readonly status: readonly AlertStatus[] | null;
  readonly severities: readonly Severity[] | null;
  readonly installationIds: readonly number[] | null;
}

export interface AlertPageRequest {
  readonly filter: AlertFilter;
  readonly sort: { readonly type: AlertSortKey; readonly order: 'ASC' | 'DESC' };
  readonly first: number | null | undefined;
  readonly after: string | null | undefined;
}

/** Returns a page of the alerts the scope sees. */
export async function readAlerts(
  reads: AlertReads,
  scope: Scope,
  { filter, sort, first, after }: AlertPageRequest,
): Promise<Result<Page<ReadableAlert>, Failure>> {
  const { sites } = await reads.sites.snapshot(scope);
  if (filter.installationIds?.some((id) => !sites.has(id as InstallationId)))
    return err(failure('NOT_FOUND', 'No such installation', 'filter.installationIds'));
  const keyOf = (alert: ReadableAlert): SortKey => [...sortValue[sort.type](alert), alert.id];
  const sign = sort.order === 'DESC' ? -1 : 1;
  const compare = (a: SortKey, b: SortKey) => sign * compareKeys(a, b);
  const found = (await readAll(reads, scope))
    .filter((alert) => matches(alert, filter))
    .sort((a, b) => compare(keyOf(a), keyOf(b)));
  return slicePage(found, keyOf, compare, { first: first ?? 15, after });
}

export async function readAlert(reads: AlertReads, scope: Scope, alertId: number): Promise<ReadableAlert | null> {
  const alert = await alertsStore(reads.db).find(scope, alertId);
  return alert === null ? null : ((await toReadable(reads, scope, [alert]))[0] ?? null);
}

const readAll = async (reads: AlertReads, scope: Scope) =>
  toReadable(reads, scope, await alertsStore(reads.db).all(scope));

/** Joins alerts with their sites, recipient lists and firings. Alerts of deleted sites are omitted. */
async function toReadable(
  { db, clock, sites }: AlertReads,
  scope: Scope,
  alerts: readonly StoredAlert[],
): Promise<readonly ReadableAlert[]> {
  const now = clock.now();
  const ids = alerts.map(({ id }) => id);
  const store = alertStatusStore(db);
  const [snapshot, plannings, states, last, fired] = await Promise.all([
    sites.snapshot(scope),
    alertsStore(db).plannings(scope),
    store.statesOf(ids),
    store.lastFired(ids),
    store.firedSince(ids, now - (shownDays + 2) * 86_400_000),
  ]);
  const firedOf = Map.groupBy(fired, ({ alertId }) => alertId);
  return alerts.flatMap((alert) => {
    const site = snapshot.sites.get(alert.installationId);
    if (site === undefined) return [];
    const own = states.get(alert.id) ?? [];
    const isMuted = alert.mute !== null && alert.mute.until > now;
    return [
      {
        ...alert,
        ...findStatus(alert.enabled, own),
        mute: isMuted ? alert.mute : null,
        isMuted,
        site,
        states: own,
        plannings: plannings.filter(({ id }) => alert.planningIds.includes(id)),
        lastFired: last.get(alert.id) ?? null,
        firedByDay: countByDay(site, firedOf.get(alert.id) ?? [], now),
      },
    ];
  });
}

/** Worst first. */
export const alertStatuses = [
  'FIRING',
  'RECOVERING',
  'NO_DATA',
  'PENDING',
  'OK',
  'OFF',
] as const satisfies readonly AlertStatus[];

function findStatus(
  enabled: boolean,
  states: readonly PlaceState[],
): Pick<ReadableAlert, 'status' | 'since' | 'isOpen'> {
  if (!enabled) return { status: 'OFF', since: null, isOpen: false };
  const [worst] = states
    .map((state) => ({ state, status: toStatus(state) }))
    .sort(
      (a, b) =>
        alertStatuses.indexOf(a.status) - alertStatuses.indexOf(b.status) ||
        (b.state.since ?? 0) - (a.state.since ?? 0),
    );
  const isOpen = states.some((state) => state.isOpen);
  return { status: worst?.status ?? 'OK', since: worst?.state.since ?? null, isOpen };
}

const statusByPhase = {
  ok: 'OK',
  pending: 'PENDING',
  firing: 'FIRING',
  recovering: 'RECOVERING',
  stale: 'NO_DATA',
} as const;

const toStatus = ({ phase }: PlaceState): AlertStatus => statusByPhase[phase];

function countByDay({ topology }: Site, fired: readonly FiringSummary[], now: Instant): ReadableAlert['firedByDay'] {
  const today = toSiteDay(topology, now);
  const counts = new Map<string, number>();
  for (const { begin } of fired) {
    const day = toSiteDay(topology, begin);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return Array.from({ length: shownDays }, (_, index) => {
    const day = addDays(today, index - shownDays + 1);
    return { day, count: counts.get(day) ?? 0 };
  });
}

const sortValue: Readonly<Record<AlertSortKey, (alert: ReadableAlert) => SortKey>> = {
  condition: ({ condition }) => [condition.type],
  event: ({ site, eventId }) => [site.events.find(({ id }) => id === eventId)?.name ?? ''],
  id: () => [],
  installation_id: ({ site }) => [site.fields.name],
  notifications: ({ actions }) => [actions.map(({ type }) => type).join(' ')],
  notification_contacts: ({ emails, phones }) => [[...emails, ...phones].join(' ')],
  planning_id: ({ plannings }) => [plannings.map(({ name }) => name).join(' ')],
  title: ({ name }) => [name],
  state: ({ status, isMuted, condition, since }) => [
    alertStatuses.indexOf(status) + (isMuted && status === 'OK' ? 0.5 : 0),
    -severities.indexOf(condition.severity),
    -(since ?? 0),
  ],
  severity: ({ condition }) => [-severities.indexOf(condition.severity)],
  last_fired: ({ lastFired }) => [-(lastFired?.begin ?? 0)],
};

function matches(
  alert: ReadableAlert,
  { searchValue, status, severities: asked, installationIds }: AlertFilter,
): boolean {
  const wanted = searchValue.trim().toLowerCase();
  const text = [alert.name, alert.site.fields.name, alert.condition.type].join(' ').toLowerCase();
  return (
    text.includes(wanted) &&
    (status === null || status.includes(alert.status)) &&
    (asked === null || asked.includes(alert.condition.severity)) &&
    (installationIds === null || installationIds.includes(alert.installationId))
  );
}
