import type { Clock, InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { rounds } from '../../platform/concurrency/rounds.ts';
import type { SiteDay, SitePart } from './day-ledger.store.ts';
import { DayLedger, type DirtyDay, type LedgerUse } from './day-ledger.ts';
import { forgetReadings, type ReadingRetention } from './retention.ts';
import { rollUpStore, type SiteDays } from './roll-up.store.ts';

export interface RollupDeps {
  readonly analytics: AnalyticsStore;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
  /** Whether readings wait to be stored: they go first. */
  readonly isIngesting: () => boolean;
  /** Who keeps readings for how long; whoever is not among them keeps them all. null: others delete what is too old. */
  readonly retentions?: (() => Promise<readonly ReadingRetention[]>) | null;
  /** Who else knows the days; nobody, where nothing is said. */
  readonly ledgerUse?: LedgerUse;
  /** Rejects where another process is at work by now. */
  readonly confirm?: (() => Promise<void>) | undefined;
  /** The sites that are added up here; all of them, where nothing is said. */
  readonly part?: SitePart;
}

export interface Rollups {
  readonly ledger: DayLedger;
  /** Rolls up every day that is over and that nobody has written to lately; resolves to how many days that were. */
  rollDue(): Promise<number>;
  /** Rolls up every day of an organization that was over by then, however lately it was written to. */
  rollAll(organization: number, endedBefore: Instant): Promise<number>;
  /** Days that are over and not rolled up yet: their questions read the readings. */
  daysWaiting(): Promise<number>;
  /** Deletes readings that are older than their organization keeps them, once rollups hold them. */
  forgetDue(): Promise<readonly OrganizationId[]>;
  /** Resolves when nothing is added up of a site any more, which is erased and written to no longer. */
  forgetSite(organization: OrganizationId, installation: InstallationId): Promise<void>;
  /** Rolls up what is due from now on, a site's days at a time, whenever nothing waits to be stored. */
  start(): void;
  /** Resolves when nothing is being rolled up any more. */
  stop(): Promise<void>;
}

const second = 1000;
/** A gateway that sends what it has kept does so for a while: its days are left alone until it is done. */
const quietMs = 10 * second;
/** What comes after midnight of the day before is no hurry: readings answer for it. */
const lateMs = 900 * second;
const pauseMs = 5 * second;
const forgetEveryMs = 600 * second;
/** One statement rolls up so many days of a site at most, which bounds its memory and what a crash costs. */
const daysAtOnce = 31;

export function createRollups(deps: RollupDeps): Rollups {
  const { analytics, clock, logError, isIngesting, retentions = async () => [] } = deps;
  const ledger = new DayLedger(analytics, clock, deps.ledgerUse, deps.confirm, deps.part);
  const store = rollUpStore(analytics);
  let isStopped = false;

  const roll = async (days: readonly DirtyDay[]) => {
    for (const batch of batchesOf(days)) {
      if (isStopped) return;
      while (isIngesting() && !isStopped) await new Promise((resume) => setTimeout(resume, 100));
      const version = ledger.nextVersion();
      // Whoever takes over after it was asked adds up with greater versions.
      await deps.confirm?.();
      await store.rollUp(batch.span, version);
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
    retentions === null ? [] : forgetReadings({ ledger, rollAll, retentions }, clock.now());
  let forgetAt = 0;
  const forgetNowAndThen = async () => {
    if (clock.now() < forgetAt || isStopped) return;
    forgetAt = clock.now() + forgetEveryMs;
    await forgetDue();
  };
  const rollDue = () => rollDays(clock.now() - quietMs, clock.now() - lateMs);
  const due = rounds(
    () => rollDue().then(forgetNowAndThen),
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
    async forgetSite(organization, installation) {
      await ledger.open();
      ledger.forgetSite(organization, installation);
      // What is under way set out before; whatever follows knows the site no more.
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

/** Days of one site that follow each other, newest first: what people look at is quick again soonest. */
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
      last.days.length < daysAtOnce;
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
