import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Bus } from '../../platform/bus/bus.ts';
import { DrainRate } from '../../platform/concurrency/drain-rate.ts';
import type { AckWatermarks } from '../ack-watermarks/ack-watermarks.ts';
import type { RecentDays } from '../recent-readings/recent-days.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import { type DirtyDays, dayMs } from '../rollups/dirty-days.ts';
import type { RollupCorrections } from '../rollups/rollups.ts';
import { listSiteDays, toSiteDay } from '../rollups/site-days.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { type ReadingRow, toKeyedRow } from './reading-row.ts';
import type { ReadingStore } from './readings.store.ts';
import { publishStored } from './readings-stored.ts';
import { ContentCache } from './settle/content-cache.ts';
import { type DeduplicatedReadings, deduplicateReadings, type Outcome } from './settle/deduplicate-readings.ts';
import { KnownLengths } from './settle/known-lengths.ts';
import { KnownRanges } from './settle/known-ranges.ts';
import type { ReadUndoneImports } from './settle/resolve-overlaps.ts';
import { VersionClock } from './version-clock.ts';

/** More versions than there can be concurrent inserts. */
const versionMargin = 1000;

interface Submission {
  readonly rows: readonly ReadingRow[];
  readonly answer: (result: Result<Outcome, Failure>) => void;
}

export interface QueueDeps {
  readonly store: ReadingStore;
  /** Notified of the days that rows are written to; undefined without rollups. */
  readonly ledger: DirtyDays | undefined;
  /** Corrections that move readings to other days; undefined without any. */
  readonly corrections?: Pick<RollupCorrections, 'findMovedDays'> | undefined;
  /** Imports whose readings no longer count; undefined where none can be undone. */
  readonly readUndone?: ReadUndoneImports | undefined;
  /** Notified of stored rows; undefined when no readings are cached in memory. */
  readonly openDays: RecentDays | undefined;
  /** Notified of acknowledged readings; undefined without acknowledged high-water marks. */
  readonly marks: AckWatermarks | undefined;
  /** Rejects once another process has taken over; undefined when there can be no other. */
  readonly confirm: (() => Promise<void>) | undefined;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly limits: IngestLimits;
  readonly logError: (message: string, error: unknown) => void;
}

const overloaded = failure('OVERLOADED', 'More readings are waiting than can be stored now. Send them again later.');
const notStored = failure('OVERLOADED', 'The readings could not be stored. Send them again later.');

/**
 * Batches concurrent requests into synced inserts, so that they share the cost of a sync.
 *
 * An insert costs the same for one request or a hundred. After a shared insert the next one waits up to `batchDelayMs`, or
 * until enough requests are queued. A single sender never waits for the timer. Requests are deduplicated here in order,
 * so that the same reading in two requests is new only once.
 */
export class IngestQueue {
  readonly #deps: QueueDeps;
  readonly #ranges = new KnownRanges();
  readonly #lengths = new KnownLengths();
  readonly #recent = new ContentCache(this.#ranges);
  readonly #inserts = new Set<Promise<void>>();
  #versions: VersionClock | null = null;
  #waiting: Submission[] = [];
  #waitingRows = 0;
  readonly #pace = new DrainRate();
  #running: Promise<void> | null = null;
  /** Delay before the next insert; enough queued requests end it early. */
  #gathering: Promise<void> = Promise.resolve();
  #enough = Promise.withResolvers<void>();

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  /** Whether another request would be rejected. Check it before reading the body. */
  get isFull(): boolean {
    const { readingsWaiting, readingsPerInsert, secondsWaiting } = this.#deps.limits;
    if (this.#waitingRows >= readingsWaiting) return true;
    // Always accepts two inserts' worth of readings, however slow the disk is.
    return this.#waitingRows >= Math.max(2 * readingsPerInsert, this.#pace.within(secondsWaiting));
  }

  /** Readings that are not part of an insert yet. */
  get waiting(): number {
    return this.#waitingRows;
  }

  /** Resolves once the rows are on disk, or with OVERLOADED when they may not be. Sending again is safe. */
  submit(rows: readonly ReadingRow[]): Promise<Result<Outcome, Failure>> {
    if (rows.length === 0) return Promise.resolve(ok({ accepted: 0, unchanged: 0, corrected: 0 }));
    if (this.isFull) return Promise.resolve(err(overloaded));
    return new Promise((answer) => {
      this.#waiting.push({ rows, answer });
      this.#waitingRows += rows.length;
      if (this.#isEnough) this.#enough.resolve();
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is queued or being written. */
  async drain(): Promise<void> {
    while (this.#running !== null || this.#inserts.size > 0) {
      await this.#running;
      await Promise.allSettled(this.#inserts);
    }
  }

  get #isEnough(): boolean {
    const { batchRequests, readingsPerInsert } = this.#deps.limits;
    return this.#waiting.length >= batchRequests || this.#waitingRows >= readingsPerInsert;
  }

  async #run(): Promise<void> {
    // Requests read in the same turn of the event loop join the first insert.
    await new Promise((resume) => setImmediate(resume));
    while (this.#waiting.length > 0) {
      while (this.#inserts.size >= this.#deps.limits.maxConcurrentInserts) await Promise.race(this.#inserts);
      await Promise.race([this.#gathering, this.#enough.promise]);
      await this.#startInsert(this.#take());
    }
    this.#running = null;
  }

  #take(): readonly Submission[] {
    let rows = 0;
    let count = 0;
    for (const submission of this.#waiting) {
      if (count > 0 && rows + submission.rows.length > this.#deps.limits.readingsPerInsert) break;
      rows += submission.rows.length;
      count += 1;
    }
    this.#waitingRows -= rows;
    this.#pace.took(rows, this.#deps.clock.now(), this.#waitingRows > 0);
    const taken = this.#waiting.splice(0, count);
    this.#gathering = count > 1 ? delay(this.#deps.limits.batchDelayMs) : Promise.resolve();
    if (!this.#isEnough) this.#enough = Promise.withResolvers();
    return taken;
  }

  /** Resolves once the rows are deduplicated and their insert has started. */
  async #startInsert(submissions: readonly Submission[]): Promise<void> {
    const { store, logError } = this.#deps;
    try {
      this.#versions ??= await this.#versionsFrom(await store.greatestVersion());
      const version = this.#versions.next();
      const lists = submissions.map(({ rows }) => rows.map(toKeyedRow));
      const known = { ranges: this.#ranges, lengths: this.#lengths, recent: this.#recent };
      const since = (organization: number) => this.#deps.ledger?.takenSince(organization) ?? Number.NEGATIVE_INFINITY;
      // Without `confirm` there is no other process to take days over from.
      const { confirm, ledger, clock } = this.#deps;
      const isDoubtful = (row: ReadingRow) => confirm !== undefined && ledger?.isDoubtful(toSiteDay(row)) === true;
      const written = () => Promise.all(this.#inserts);
      const { readUndone = async () => new Set<number>() } = this.#deps;
      const settled = await deduplicateReadings(
        store,
        known,
        lists,
        written,
        since,
        isDoubtful,
        clock.now(),
        readUndone,
      );
      const insert = this.#finish(submissions, settled, version).finally(() => this.#inserts.delete(insert));
      this.#inserts.add(insert);
    } catch (error) {
      logError('readings could not be compared with the stored ones', error);
      for (const { answer } of submissions) answer(err(notStored));
    }
  }

  /** Creates a version clock ahead of any write that a previous owner may still have in flight. */
  async #versionsFrom(greatest: number): Promise<VersionClock> {
    const { clock, confirm, ledger } = this.#deps;
    if (confirm === undefined || ledger === undefined) return new VersionClock(clock, greatest);
    await ledger.open();
    return new VersionClock(clock, Math.max(greatest + versionMargin, ledger.nextVersion()));
  }

  /** Returns the days of the rows, and those to which corrections move them. */
  async #listWrittenDays(rows: readonly ReadingRow[]): Promise<readonly SiteDay[]> {
    const { corrections, ledger } = this.#deps;
    const days = listSiteDays(rows);
    const moved = (await corrections?.findMovedDays(days)) ?? [];
    return [
      ...days,
      ...moved.filter(({ organization, day }) => day * dayMs >= (ledger?.takenSince(organization) ?? 0)),
    ];
  }

  /** Never rejects. */
  async #finish(
    submissions: readonly Submission[],
    { rows: keyed, added, replaced, outcomes }: DeduplicatedReadings,
    version: number,
  ): Promise<void> {
    const rows = keyed.map(({ row }) => row);
    try {
      const end = await this.#deps.ledger?.writing(await this.#listWrittenDays(rows));
      try {
        // A process that takes over after this check finds the days dirty and writes greater versions.
        await this.#deps.confirm?.();
        const written = keyed.map(({ row, counted }) => counted ?? row);
        // First, so that an import can always be undone.
        await this.#deps.store.insertReplaced(replaced, version);
        await this.#deps.store.insert(written, version);
        this.#deps.openDays?.written(written);
        await this.#deps.confirm?.();
      } finally {
        end?.();
      }
    } catch (error) {
      this.#deps.logError('readings could not be stored', error);
      this.#recent.failed(keyed);
      for (const { answer } of submissions) answer(err(notStored));
      return;
    }
    this.#recent.written(keyed);
    this.#deps.marks?.stored(rows, added, version);
    submissions.forEach(({ answer }, index) => {
      answer(ok(outcomes[index] as Outcome));
    });
    publishStored(this.#deps.bus, rows);
  }
}
