import type { Clock, Failure, Instant, Result } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { shardCount } from '../../platform/relational/assign-shards.ts';
import type { AckWatermarks } from '../ack-watermarks/ack-watermarks.ts';
import {
  type IngestLimits,
  IngestQueue,
  type Outcome,
  type ReadingRow,
  type ReadUndoneImports,
  readingStore,
} from '../ingest/index.ts';
import type { BalancePlanner } from '../rollups/balance-upkeep.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import { createRollups, type ReadingRetention, type RollupCorrections, type Rollups } from '../rollups/rollups.ts';

export interface OwnerDeps {
  readonly analytics: AnalyticsStore;
  readonly corrections?: RollupCorrections;
  readonly readUndone?: ReadUndoneImports;
  readonly marks: AckWatermarks;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly limits: IngestLimits;
  readonly logError: (message: string, error: unknown) => void;
  readonly retentions: () => Promise<readonly ReadingRetention[]>;
  readonly balances: BalancePlanner;
}

/** Readings are rejected this long before the leader deletes them, so that every worker knows by then. Milliseconds. */
export const rejectedBeforeMs = 600_000;

/**
 * Only writer of a shard's readings, dirty days and rollups. Its state is in memory and starts empty with each owner.
 */
export class ShardOwner {
  readonly rollups: Rollups;
  readonly #queue: IngestQueue;
  readonly #deps: OwnerDeps;
  #isEnding = false;

  constructor(deps: OwnerDeps, shard: number, confirm: () => Promise<void>) {
    const { analytics, corrections, readUndone, marks, bus, clock, limits, logError, balances } = deps;
    this.#deps = deps;
    this.rollups = createRollups({
      analytics,
      corrections,
      clock,
      logError,
      isIngesting: () => this.waiting > 0,
      retentions: null,
      balances,
      ledgerUse: 'followed',
      part: { of: shardCount, rest: shard },
      confirm,
    });
    const { ledger } = this.rollups;
    const store = readingStore(analytics);
    const openDays = undefined;
    const queue = { store, ledger, corrections, readUndone, openDays, marks, confirm, bus, clock, limits, logError };
    this.#queue = new IngestQueue(queue);
  }

  /** Marks the shard's dirty days again. Nothing may be written before. */
  async open(): Promise<void> {
    await this.rollups.ledger.open();
    this.close(await this.#deps.retentions(), this.#deps.clock.now());
  }

  /** Rejects readings that are about to be deleted. */
  close(retentions: readonly ReadingRetention[], now: Instant): void {
    for (const { organizationId, days } of retentions)
      this.rollups.ledger.close(organizationId, (Math.floor(now / dayMs) - days) * dayMs);
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Resolves to undefined while ending; ask the next owner then. */
  async submit(rows: readonly ReadingRow[]): Promise<Result<Outcome, Failure> | undefined> {
    return this.#isEnding ? undefined : this.#queue.submit(rows);
  }

  /** Marks days dirty on disk. Resolves to false while ending; ask the next owner then. */
  async markDays(days: readonly SiteDay[]): Promise<boolean> {
    if (this.#isEnding) return false;
    const end = await this.rollups.ledger.writing(days);
    end();
    return true;
  }

  /** Resolves once nothing is being written. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#queue.drain();
    await this.rollups.stop();
    await this.#deps.marks.flush();
  }
}
