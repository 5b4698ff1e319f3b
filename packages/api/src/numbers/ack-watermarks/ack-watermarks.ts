import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import { ackWatermarksStore, type DayWatermark, type SiteKey } from './ack-watermarks.store.ts';
import { findIncompleteDays, type IncompleteDay } from './incomplete-days.ts';
import { storedDaysStore } from './stored-days.store.ts';

interface AckWatermarksDeps {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly logError: (message: string, error: unknown) => void;
}

/** Part of a row that watermarks need. */
interface AcknowledgedRow extends SiteKey {
  readonly at: number;
}

interface Pending extends SiteDay {
  readings: number;
  version: number;
}

const flushMs = 1000;
/** Days per query, as many as a partition of the readings has. */
const daysPerQuery = 31;

/**
 * Records, apart from the readings, what was acknowledged per site and UTC day, so that a start can detect data loss in
 * the analytics store. A watermark is written about a second after its readings are on disk and never exceeds them:
 * doubtful readings are left out.
 */
export class AckWatermarks {
  readonly #marks: ReturnType<typeof ackWatermarksStore>;
  readonly #stored: ReturnType<typeof storedDaysStore>;
  readonly #logError: AckWatermarksDeps['logError'];
  #pending = new Map<string, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #opened: Promise<void> | null = null;

  constructor({ db, analytics, logError }: AckWatermarksDeps) {
    this.#marks = ackWatermarksStore(db);
    this.#stored = storedDaysStore(analytics);
    this.#logError = logError;
  }

  /** Creates watermarks for readings stored before there were any. Await this before writing readings. */
  open(): Promise<void> {
    this.#opened ??= this.#load().catch((error) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #load(): Promise<void> {
    if (!(await this.#marks.hasAny())) await this.#marks.replaceAll(await this.#stored.all());
    for (const { organization, since } of await this.#stored.keptSince())
      await this.#marks.removeBefore(organization, since / dayMs);
  }

  /** Whether any reading of the organization was acknowledged, except from one site. Lags by about a second. */
  hasAnyOf(organization: OrganizationId, besides: InstallationId | null = null): Promise<boolean> {
    return this.#marks.hasAnyOf(organization, besides);
  }

  /**
   * Returns the start of the latest UTC day with acknowledged readings of a site; null without any. Lags by about a
   * second.
   */
  async latestDayOf(site: SiteKey): Promise<number | null> {
    const day = await this.#marks.latestDay(site);
    return day === null ? null : day * dayMs;
  }

  /** Call once the rows are on disk under that version; `added` are those with a new identity. */
  stored(rows: readonly AcknowledgedRow[], added: readonly AcknowledgedRow[], version: number): void {
    for (const pending of this.#pendingOf(rows)) pending.version = Math.max(pending.version, version);
    for (const pending of this.#pendingOf(added)) pending.readings += 1;
    if (this.#pending.size > 0) this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Yields the day of each row, nearly always that of the previous row. */
  *#pendingOf(rows: readonly AcknowledgedRow[]): Generator<Pending> {
    let last: Pending | null = null as Pending | null;
    for (const { organization, installation, at } of rows) {
      const day = Math.floor(at / dayMs);
      if (last?.day !== day || last.installation !== installation || last.organization !== organization) {
        const key = `${organization} ${installation} ${day}`;
        last = this.#pending.get(key) ?? { organization, installation, day, readings: 0, version: 0 };
        this.#pending.set(key, last);
      }
      yield last;
    }
  }

  /** Resolves once everything reported so far is recorded. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const pending = [...this.#pending.values()];
    this.#pending = new Map();
    if (pending.length === 0) return;
    try {
      await this.#marks.add(pending);
    } catch (error) {
      // They may have been recorded nonetheless; adding them again could exceed what is stored.
      this.#logError('what was acknowledged could not be marked', error);
    }
  }

  /**
   * Sets a site's watermarks to what is stored, after writes that bypassed ingestion. Nothing may be ingested
   * meanwhile.
   */
  async measure(site: SiteKey): Promise<void> {
    await this.open();
    await this.#marks.replaceSite(site, await this.#stored.ofSite(site));
  }

  /** Deletes the watermarks of an erased site. */
  async forgetSite(site: SiteKey): Promise<void> {
    await this.open();
    await this.flush();
    await this.#marks.replaceSite(site, []);
  }

  /** Deletes the watermarks of an erased organization. */
  async forgetOrganization(organization: OrganizationId): Promise<void> {
    await this.open();
    await this.flush();
    await this.#marks.removeOrganization(organization);
  }

  /**
   * Yields days with fewer stored than acknowledged readings, month by month, latest first. Concurrent writes are
   * harmless: watermarks are read before readings.
   */
  async *incomplete(): AsyncGenerator<readonly IncompleteDay[]> {
    await this.open();
    const marked = await this.#marks.days();
    if (marked === null) return;
    for (let last = marked.last; last >= marked.first; last -= daysPerQuery)
      yield await this.#incompleteBetween(last - daysPerQuery + 1, last);
  }

  async #incompleteBetween(first: number, last: number): Promise<readonly IncompleteDay[]> {
    const marks = await this.#marks.between(first, last);
    if (marks.length === 0) return [];
    const stored = await this.#stored.between(first, last);
    // Read after the readings: by now every intended delete has been recorded.
    const kept = new Map((await this.#stored.keptSince()).map(({ organization, since }) => [organization, since]));
    return findIncompleteDays(marks, stored, kept);
  }

  /** Accepts these days as they are: missing readings no longer count as acknowledged. */
  async accept(days: readonly IncompleteDay[]): Promise<void> {
    // Zero instead of the stored number. Pending counts are still added, and the sum must not exceed what is stored.
    const lowered = days.map(({ stored, ...day }): DayWatermark => ({ ...day, readings: 0, version: stored.version }));
    if (lowered.length > 0) await this.#marks.lower(lowered);
  }
}
