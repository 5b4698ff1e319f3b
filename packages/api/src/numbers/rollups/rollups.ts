import type { Clock, InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { runPeriodically } from '../../platform/concurrency/timing.ts';
import { type BalancePlanner, createBalanceUpkeep } from './balance-upkeep.ts';
import type { SiteDay, SitePart } from './dirty-days.store.ts';
import { type DirtyDay, DirtyDays, type DirtyDaysRole, dayMs } from './dirty-days.ts';
import { rollUpStore, type SiteDays } from './roll-up.store.ts';

/** Days for which an organization retains readings. */
export interface ReadingRetention {
  readonly organizationId: OrganizationId;
  readonly days: number;
}

interface RetentionDeps {
  readonly ledger: DirtyDays;
  readonly rollAll: (organization: number, endedBefore: Instant) => Promise<unknown>;
  readonly retentions: () => Promise<readonly ReadingRetention[]>;
}

/** Deletes readings past their retention; returns the organizations whose readings were deleted. */
async function deleteExpiredReadings(deps: RetentionDeps, now: Instant): Promise<OrganizationId[]> {
  const { ledger, rollAll, retentions } = deps;
  await ledger.forgetRest();
  const forgotten: OrganizationId[] = [];
  for (const { organizationId, days } of await retentions()) {
    const before = (Math.floor(now / dayMs) - days) * dayMs;
    if (before <= ledger.keptSince(organizationId)) continue;
    ledger.close(organizationId, before);
    await rollAll(organizationId, before);
    if (await ledger.forget(organizationId, before)) forgotten.push(organizationId);
  }
  return forgotten;
}

/** Corrections of readings, as far as roll-ups depend on them. */
export interface RollupCorrections {
  /** Returns the store whose readings are corrected. */
  apply(analytics: AnalyticsStore): AnalyticsStore;
  /** Whether any correction of the site touches these days. */
  touch(days: SiteDays): Promise<boolean>;
  /** Returns the other days to which readings of these days are moved. A write of a day changes those, too. */
  findMovedDays(days: readonly SiteDay[]): Promise<readonly SiteDay[]>;
}

interface RollupDeps {
  readonly analytics: AnalyticsStore;
  /** Readings as corrected; as stored by default. */
  readonly corrections?: RollupCorrections | undefined;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
  /** Whether readings wait to be stored. They take precedence over rollups. */
  readonly isIngesting: () => boolean;
  /** Retention by organization; organizations not listed retain everything. Null: another process deletes. */
  readonly retentions?: (() => Promise<readonly ReadingRetention[]>) | null;
  /** Without it, no balances are rolled up. */
  readonly balances?: BalancePlanner | undefined;
  /** Role of this process; standalone by default. */
  readonly ledgerUse?: DirtyDaysRole;
  /** Rejects once another process has taken over. */
  readonly confirm?: (() => Promise<void>) | undefined;
  /** Sites that this process rolls up; all by default. */
  readonly part?: SitePart;
}

export interface Rollups {
  readonly ledger: DirtyDays;
  /** Rolls up all ended days without recent writes; returns how many. */
  rollDue(): Promise<number>;
  /** Rolls up all days of an organization that ended before the instant, even if just written to. */
  rollAll(organization: number, endedBefore: Instant): Promise<number>;
  /** Returns how many ended days are not rolled up yet. Queries read their readings instead. */
  daysWaiting(): Promise<number>;
  /** Deletes readings past their organization's retention, once rollups contain them. */
  forgetDue(): Promise<readonly OrganizationId[]>;
  /** Marks days dirty whose balances count other doors or reset at other times than their sites do now. */
  markOutdated(organization: OrganizationId): Promise<void>;
  /** Same, before the next roll-up. */
  sitesChanged(organization: OrganizationId): void;
  /** Drops an erased site; resolves once no roll-up of it is running. */
  forgetSite(organization: OrganizationId, installation: InstallationId): Promise<void>;
  /** Starts rolling up due days in batches, whenever no readings wait to be stored. */
  start(): void;
  /** Stops and resolves once no roll-up is running. */
  stop(): Promise<void>;
}

const second = 1000;
/** A gateway sends its backlog over some time; its days are left alone until it is done. */
const quietMs = 10 * second;
/** Delay after midnight before the previous day is rolled up. Readings answer for it until then. */
const lateMs = 900 * second;
const pauseMs = 5 * second;
const forgetEveryMs = 600 * second;
/** Maximum days of a site per statement. Bounds its memory and the work lost in a crash. */
const maxDaysPerBatch = 31;

export function createRollups(deps: RollupDeps): Rollups {
  const { analytics, corrections, clock, logError, isIngesting, retentions = async () => [] } = deps;
  const ledger = new DirtyDays(analytics, clock, deps.ledgerUse, deps.confirm, deps.part);
  // The ledger and retention see readings as stored.
  const corrected = corrections?.apply(analytics) ?? analytics;
  const store = rollUpStore(corrected);
  const balances = createBalanceUpkeep(corrected, ledger, deps.balances);
  let isStopped = false;

  const roll = async (days: readonly DirtyDay[]) => {
    for (const batch of batchesOf(days)) {
      if (isStopped) return;
      while (isIngesting() && !isStopped) await new Promise((resume) => setTimeout(resume, 100));
      const version = ledger.nextVersion();
      // A process that takes over after this check rolls up with greater versions.
      await deps.confirm?.();
      await store.rollUp(batch.span, version);
      if (await corrections?.touch(batch.span)) await store.deleteOutdated(batch.span, version);
      const [day] = batch.days;
      if (day !== undefined) await balances.rollUp(day, batch.span, version);
      await ledger.rolled(batch.days);
    }
  };
  const rollDays = async (quietSince: Instant, endedBefore: Instant, organization?: number) => {
    await ledger.open();
    const due = ledger
      .dueDays(quietSince, endedBefore)
      .filter((day) => organization === undefined || day.organization === organization);
    await roll(due);
    return due.length;
  };
  const rollAll: Rollups['rollAll'] = (organization, endedBefore) =>
    rollDays(Number.POSITIVE_INFINITY, endedBefore, organization);
  const forgetDue = async () =>
    retentions === null ? [] : deleteExpiredReadings({ ledger, rollAll, retentions }, clock.now());
  let forgetAt = 0;
  const forgetNowAndThen = async () => {
    if (clock.now() < forgetAt || isStopped) return;
    forgetAt = clock.now() + forgetEveryMs;
    await forgetDue();
  };
  const rollDue = () => rollDays(clock.now() - quietMs, clock.now() - lateMs);
  const due = runPeriodically(
    () => balances.markChanged().then(rollDue).then(forgetNowAndThen),
    pauseMs,
    (error) => logError('readings could not be rolled up', error),
  );
  return {
    ledger,
    rollDue,
    rollAll,
    async daysWaiting() {
      await ledger.open();
      return ledger.dueDays(Number.POSITIVE_INFINITY, clock.now() - lateMs).length;
    },
    forgetDue,
    markOutdated: balances.markOutdated,
    sitesChanged: balances.sitesChanged,
    async forgetSite(organization, installation) {
      await ledger.open();
      ledger.forgetSite(organization, installation);
      // A running roll-up may still include the site; later ones do not.
      await due.settled();
    },
    start: due.start,
    stop() {
      isStopped = true;
      return due.stop();
    },
  };
}

interface Batch {
  readonly span: SiteDays;
  readonly days: readonly DirtyDay[];
}

/** Groups consecutive days of one site into batches, newest first: recent days are queried most. */
function batchesOf(days: readonly DirtyDay[]): Batch[] {
  const batches: { days: DirtyDay[]; fromDay: number; toDay: number; of: SiteDay }[] = [];
  const sorted = [...days].sort(
    (left, right) =>
      left.organization - right.organization || left.installation - right.installation || right.day - left.day,
  );
  for (const day of sorted) {
    const last = batches.at(-1);
    const joins =
      last !== undefined &&
      last.of.organization === day.organization &&
      last.of.installation === day.installation &&
      last.fromDay === day.day + 1 &&
      last.days.length < maxDaysPerBatch;
    if (joins) {
      last.days.push(day);
      last.fromDay = day.day;
    } else batches.push({ days: [day], fromDay: day.day, toDay: day.day + 1, of: day });
  }
  return batches
    .sort((left, right) => right.toDay - left.toDay)
    .map(({ days: all, fromDay, toDay, of: { organization, installation } }) => ({
      days: all,
      span: { organization, installation, fromDay, toDay },
    }));
}
