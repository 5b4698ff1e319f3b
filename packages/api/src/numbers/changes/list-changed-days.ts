import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  type LocalDate,
  ok,
  type Result,
  toSiteDay,
} from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import { type ChangedDay, type ChangePosition, changedDaysStore } from './changed-days.store.ts';

export interface ChangedDaysReads {
  readonly analytics: AnalyticsStore;
  readonly sites: SiteSnapshots;
  readonly clock: Clock;
}

/** A site's own day whose numbers may have changed. */
export interface ChangedSiteDay {
  readonly siteId: InstallationId;
  readonly day: LocalDate;
  /** False while readings of it may still arrive; it is listed again once they are rolled up. */
  readonly isSettled: boolean;
}

export interface ChangedDaysPage {
  readonly items: readonly ChangedSiteDay[];
  /** `since` of the next request. */
  readonly next: string;
  readonly hasMore: boolean;
}

/**
 * Versions this young (ms) are listed again by the next request: a process takes a version shortly before it writes it,
 * so that one may appear after a greater one of another process.
 */
const unsettledMs = 60_000;

const first: ChangePosition = { version: 0, installation: 0, day: 0 };

/**
 * Lists the days of the scope's sites that changed since a cursor, by late, corrected, taken out and newly assigned
 * readings; without a cursor, all days with readings. `limit` is a number of UTC days, which are up to three own days of
 * a site. BAD_INPUT for a cursor of another list.
 */
export async function listChangedDays(
  { analytics, sites, clock }: ChangedDaysReads,
  scope: Scope,
  { since, limit, signal }: { readonly since: string | null; readonly limit: number; readonly signal?: AbortSignal },
): Promise<Result<ChangedDaysPage, Failure>> {
  const from = since === null ? first : parsePosition(since);
  if (from === null) return err(failure('BAD_INPUT', 'since takes `next` of an earlier answer', 'since'));
  const now = clock.now();
  const horizon = Math.max((now - unsettledMs) * 1000, 0);
  const store = changedDaysStore(createQueryReader(analytics, buildQueryOwner(scope, signal)), scope);
  const [{ sites: seen }, found] = await Promise.all([sites.snapshot(scope), store.between(from, horizon, limit + 1)]);
  const hasMore = found.length > limit;
  const page = found.slice(0, limit);
  // The last page also has what is not final. All of it is listed again when it is, so a limit leaves nothing out.
  const days = hasMore ? page : [...page, ...(await store.recent(horizon, limit))];
  const last = page.at(-1);
  const reached = hasMore && last !== undefined ? last : { version: horizon, installation: 0, day: 0 };
  const topologyOf = (id: InstallationId) => seen.get(id)?.topology;
  // A cursor never goes back, even if the machine's clock does.
  const next = isAfter(from, reached) ? from : reached;
  return ok({ items: toSiteDays(days, topologyOf, now), next: writePosition(next), hasMore });
}

/** A UTC day that ended longer ago (ms) was rolled up with its last readings; a further roll-up has late ones. */
const arrivalMs = 3_600_000;

/**
 * Lists, by site, the own days of UTC days that were rolled up again an hour or more after their end: by late,
 * corrected or newly assigned readings. Without a cursor it lists none, and `next` is the present.
 */
export async function listLateDays(
  { analytics, sites, clock }: ChangedDaysReads,
  scope: Scope,
  { since, limit }: { readonly since: string | null; readonly limit: number },
): Promise<{ readonly days: ReadonlyMap<InstallationId, readonly LocalDate[]>; readonly next: string }> {
  const now = clock.now();
  const horizon = { ...first, version: Math.max((now - unsettledMs) * 1000, 0) };
  const from = since === null ? null : parsePosition(since);
  if (from === null) return { days: new Map(), next: writePosition(horizon) };
  const store = changedDaysStore(createQueryReader(analytics, buildQueryOwner(scope)), scope);
  const [{ sites: seen }, found] = await Promise.all([
    sites.snapshot(scope),
    store.between(from, horizon.version, limit),
  ]);
  const late = found.filter(({ day, isDirty, version }) => !isDirty && version / 1000 >= (day + 1) * dayMs + arrivalMs);
  const days = new Map<InstallationId, LocalDate[]>();
  for (const [installation, changed] of Map.groupBy(late, (one) => one.installation)) {
    const topology = seen.get(installation)?.topology;
    if (topology === undefined) continue;
    const own = changed.flatMap(({ day }) => [day * dayMs, (day + 1) * dayMs - 1].map((at) => toSiteDay(topology, at)));
    days.set(installation, [...new Set(own)].toSorted());
  }
  const last = found.length < limit ? horizon : (found.at(-1) ?? horizon);
  return { days, next: writePosition(isAfter(from, last) ? from : last) };
}

/**
 * Returns the own days of sites that readings of these UTC days count in. The days before and after count too: amounts
 * and levels last until the next reading.
 */
function toSiteDays(
  days: readonly ChangedDay[],
  topologyOf: (id: InstallationId) => Topology | undefined,
  now: Instant,
): readonly ChangedSiteDay[] {
  const found = new Map<string, ChangedSiteDay>();
  for (const { installation, day, isDirty } of days) {
    const topology = topologyOf(installation);
    if (topology === undefined) continue;
    for (const around of [day - 1, day, day + 1, day + 2]) {
      const at = Math.min(around * dayMs, now);
      const local = toSiteDay(topology, at);
      const key = `${installation} ${local}`;
      const isSettled = !isDirty && (found.get(key)?.isSettled ?? true);
      found.set(key, { siteId: installation, day: local, isSettled });
    }
  }
  return [...found.values()].toSorted((a, b) => a.siteId - b.siteId || (a.day < b.day ? -1 : 1));
}

const isAfter = (one: ChangePosition, other: ChangePosition): boolean =>
  (one.version - other.version || one.installation - other.installation || one.day - other.day) > 0;

const writePosition = ({ version, installation, day }: ChangePosition): string =>
  Buffer.from(JSON.stringify([version, installation, day])).toString('base64url');

/** Returns null for what `writePosition` did not write. */
function parsePosition(cursor: string): ChangePosition | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 3) return null;
    const [version, installation, day] = parts;
    const isWhole = (part: unknown, max: number) => Number.isInteger(part) && Number(part) >= 0 && Number(part) <= max;
    const max = 2 ** 32 - 1;
    if (!isWhole(version, Number.MAX_SAFE_INTEGER) || !isWhole(installation, max) || !isWhole(day, max)) return null;
    return { version, installation, day };
  } catch {
    return null;
  }
}
