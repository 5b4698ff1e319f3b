import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { Database } from '../../platform/relational/index.ts';
import { dayMs, type SiteDay } from '../rollups/index.ts';
import { type IncompleteDay, incompleteDays } from './incomplete-days.ts';
import { type DayMark, readingMarksStore, type SiteOf } from './reading-marks.store.ts';
import { storedDaysStore } from './stored-days.store.ts';

export interface ReadingMarksDeps {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly logError: (message: string, error: unknown) => void;
}

/** What is marked of a row. */
export interface MarkedRow extends SiteOf {
  readonly at: number;
}

interface Pending extends SiteDay {
  readings: number;
  version: number;
}

const flushMs = 1000;
/** Days that one question asks about: as many as a partition of the readings has. */
const daysAtOnce = 31;

/**
 * Remembers, apart from the readings themselves, what was acknowledged of each site's UTC day, so that a start finds
 * out when the analytics store has less. A mark is written after its readings are on disk, about a second later, and is
 * never more than they are: whatever is in doubt is left out.
 */
export class ReadingMarks {
  readonly #marks: ReturnType<typeof readingMarksStore>;
  readonly #stored: ReturnType<typeof storedDaysStore>;
  readonly #logError: ReadingMarksDeps['logError'];
  #pending = new Map<string, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #opened: Promise<void> | null = null;

  constructor({ db, analytics, logError }: ReadingMarksDeps) {
    this.#marks = readingMarksStore(db);
    this.#stored = storedDaysStore(analytics);
    this.#logError = logError;
  }

  /** Marks readings from before there were marks. To be awaited before any reading is written. */
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

  /** Whether anything an organization sent was ever acknowledged, besides what came of one site; a second late. */
  hasAnyOf(organization: OrganizationId, besides: InstallationId | null = null): Promise<boolean> {
    return this.#marks.hasAnyOf(organization, besides);
  }

  /** When the latest UTC day begins on which anything of a site was acknowledged; null: there is none; a second late. */
  async latestDayOf(site: SiteOf): Promise<number | null> {
    const day = await this.#marks.latestDay(site);
    return day === null ? null : day * dayMs;
  }

  /** To be called once the rows are on disk under that version; `added` are those whose identity was not there yet. */
  stored(rows: readonly MarkedRow[], added: readonly MarkedRow[], version: number): void {
    for (const pending of this.#pendingOf(rows)) pending.version = Math.max(pending.version, version);
    for (const pending of this.#pendingOf(added)) pending.readings += 1;
    if (this.#pending.size > 0) this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Of each row its day's; nearly always the same as of the row before. */
  *#pendingOf(rows: readonly MarkedRow[]): Generator<Pending> {
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

  /** Resolves when what was said so far is marked. Never rejects. */
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
      // They may be there nonetheless: adding them again could mark more than there is.
      this.#logError('what was acknowledged could not be marked', error);
    }
  }

  /** Marks of a site what is stored of it, for what was written past ingestion. Nothing may be ingested meanwhile. */
  async measure(site: SiteOf): Promise<void> {
    await this.open();
    await this.#marks.replaceSite(site, await this.#stored.ofSite(site));
  }

  /** Forgets what was acknowledged of a site, which is erased and written to no longer. */
  async forgetSite(site: SiteOf): Promise<void> {
    await this.open();
    await this.flush();
    await this.#marks.replaceSite(site, []);
  }

  /** Forgets what was acknowledged of an organization, which is erased and written to no longer. */
  async forgetOrganization(organization: OrganizationId): Promise<void> {
    await this.open();
    await this.flush();
    await this.#marks.removeOrganization(organization);
  }

  /**
   * Days of which less is stored than was acknowledged, month by month, the latest first. What is written meanwhile
   * disturbs nothing: marks are read before readings.
   */
  async *incomplete(): AsyncGenerator<readonly IncompleteDay[]> {
    await this.open();
    const marked = await this.#marks.days();
    if (marked === null) return;
    for (let last = marked.last; last >= marked.first; last -= daysAtOnce)
      yield await this.#incompleteBetween(last - daysAtOnce + 1, last);
  }

  async #incompleteBetween(first: number, last: number): Promise<readonly IncompleteDay[]> {
    const marks = await this.#marks.between(first, last);
    if (marks.length === 0) return [];
    const stored = await this.#stored.between(first, last);
    // After the readings: whatever went on purpose has been announced by now.
    const kept = new Map((await this.#stored.keptSince()).map(({ organization, since }) => [organization, since]));
    return incompleteDays(marks, stored, kept);
  }

  /** Takes these days as they are from now on: what is missing was acknowledged no longer. */
  async accept(days: readonly IncompleteDay[]): Promise<void> {
    // Of none of their readings, because some more may just be on their way to be marked.
    const lowered = days.map(({ stored, ...day }): DayMark => ({ ...day, readings: 0, version: stored.version }));
    if (lowered.length > 0) await this.#marks.lower(lowered);
  }
}
