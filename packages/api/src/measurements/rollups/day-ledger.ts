import type { Clock, Instant, Span } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { shardCount, shardOf } from '../../platform/shards/index.ts';
import { type DayLedgerStore, dayLedgerStore, isOfNobody, type SiteDay, type SitePart } from './day-ledger.store.ts';

export const dayMs = 86_400_000;

/** Before any instant there is. */
const always = -8.64e15;

/** What is known of one UTC day of a site. */
interface Entry extends SiteDay {
  isDirty: boolean;
  /** Writes under way. */
  writers: number;
  /** Grows when a write begins and when it ends: whoever saw the same number twice missed none. */
  generation: number;
  touchedAt: Instant;
  /** Resolves when the mark that the day is dirty is on disk; null while the day is clean. */
  marked: Promise<void> | null;
  /** A process that is gone may have left a write on its way: until then it is not rolled up. */
  doubtfulUntil: Instant;
  /** Of the state that was followed last. */
  version: number;
}

/**
 * Who else there is: nobody; processes that follow what is marked here; or the one that marks, which is followed here.
 */
export type LedgerUse = 'alone' | 'followed' | 'following';

/** Longer than a write can be on its way to a server, and a process be paused before anybody ends it, ms. */
const doubtMs = 3_600_000;
/** Clocks of two machines may be so far apart, microseconds. */
const skewMicros = 10_000_000;
/** States of a shard reach the store in another order than that of their versions, by no more than a write may take, microseconds. */
const unorderedMicros = 300_000_000;

/** A dirty day as it was when somebody set out to roll it up. */
export interface DirtyDay extends SiteDay {
  readonly generation: number;
}

/**
 * Knows which days of which sites have readings that their rollups may lack. A day is marked on disk before the first
 * reading of it is written and stays marked until it has been rolled up with no write beside it, so that a crash at any
 * moment leaves at worst a day marked that needn't be. Whoever reads must not trust the rollups of a marked day.
 */
export class DayLedger {
  readonly #store: DayLedgerStore;
  readonly #clock: Clock;
  readonly #sites = new Map<string, Map<number, Entry>>();
  /** The entries of a site that were written to since the start. */
  readonly #touched = new Map<string, Set<Entry>>();
  /** By organization: nothing older is taken in any more, and nothing older is read, because it is or may be deleted. */
  readonly #closed = new Map<number, Instant>();
  readonly #kept = new Map<number, Instant>();
  /** By site how many of its days were rolled up. */
  readonly #rolls = new Map<string, number>();
  /** Of whom the process that said so may have ended before the readings were gone. */
  readonly #unfinished = new Set<number>();
  #version = 0;
  /** The greatest version that was followed of each shard: the clocks of their owners differ. */
  readonly #followed: number[] = Array(shardCount).fill(0);
  #opened: Promise<void> | null = null;
  readonly #use: LedgerUse;
  readonly #confirm: () => Promise<void>;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(
    analytics: AnalyticsStore,
    clock: Clock,
    use: LedgerUse = 'alone',
    confirm = async () => {},
    part?: SitePart,
  ) {
    this.#store = dayLedgerStore(analytics, part);
    this.#clock = clock;
    this.#use = use;
    this.#confirm = confirm;
  }

  /** Reads the marks; readings from before there were any are all marked. To be awaited before anything else, and anew before each question. */
  open(): Promise<void> {
    if (this.#use === 'following') return this.#follow();
    this.#opened ??= this.#load().catch((error) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #load(): Promise<void> {
    const [known, kept] = await Promise.all([this.#store.all(), this.#store.keptSince()]);
    for (const { organization, since } of kept) {
      this.#closed.set(organization, since);
      this.#kept.set(organization, since);
      this.#unfinished.add(organization);
    }
    for (const { is_dirty, version, ...day } of known) {
      this.#version = Math.max(this.#version, version);
      if (isOfNobody(day)) continue;
      const entry = this.#entryOf(day);
      entry.isDirty = is_dirty === 1;
      entry.marked = entry.isDirty ? Promise.resolve() : null;
    }
    if (known.length === 0) await this.#markAll();
    if (this.#use === 'followed') await this.#takeOver();
  }

  async #markAll(): Promise<void> {
    const days = (await this.#store.daysWithReadings()).map((day) => this.#entryOf(day));
    if (days.length > 0) await this.#write(days, 1);
    for (const entry of days) {
      entry.isDirty = true;
      entry.marked = Promise.resolve();
    }
  }

  /** Marks what is marked once more, with versions that beat those of whoever had this before, and may be paused. */
  async #takeOver(): Promise<void> {
    const marked = [...this.#sites.values()].flatMap((days) => [...days.values()].filter(({ isDirty }) => isDirty));
    for (const entry of marked) entry.doubtfulUntil = this.#clock.now() + doubtMs;
    this.#version = Math.max(this.#version, this.#clock.now() * 1000) + skewMicros;
    if (marked.length > 0) await this.#write(marked, 1);
    // Whoever comes next has to know, too, where nothing is marked.
    await this.#store.writeVersion(this.nextVersion());
  }

  /** Reads what the process at work has marked by now: whoever comes while that is under way is told by the next time. */
  #follow(): Promise<void> {
    this.#next ??= (async () => {
      await this.#reading.catch(() => {});
      this.#reading = this.#next ?? this.#reading;
      this.#next = null;
      await this.#readStates();
    })();
    return this.#next;
  }

  async #readStates(): Promise<void> {
    const since = this.#followed.map((version) => Math.max(0, version - unorderedMicros));
    const [states, kept] = await Promise.all([this.#store.since(since), this.#store.keptSince()]);
    for (const { organization, since: from } of kept) {
      if (!this.#kept.has(organization)) this.#unfinished.add(organization);
      this.close(organization, from);
      this.#kept.set(organization, from);
    }
    for (const { is_dirty, version, ...day } of states) {
      const shard = shardOf(day.installation);
      this.#followed[shard] = Math.max(this.#followed[shard] ?? 0, version);
      this.#version = Math.max(this.#version, version);
      if (isOfNobody(day)) continue;
      const entry = this.#entryOf(day);
      if (version <= entry.version) continue;
      entry.version = version;
      entry.isDirty = is_dirty === 1;
      entry.generation += 1;
      // Whoever writes is elsewhere: while a day is marked, nobody here knows how much of it is there.
      entry.writers = is_dirty;
      this.#touchedOf(entry).add(entry);
      const site = siteKey(day.organization, day.installation);
      this.#rolls.set(site, (this.#rolls.get(site) ?? 0) + 1);
    }
  }

  /**
   * To be called before readings of these days are written: resolves when all of them are marked on disk. The answer is
   * to be called when the write has ended, well or not.
   */
  async writing(days: readonly SiteDay[]): Promise<() => void> {
    if (this.#use === 'following') throw new Error('readings are written by the process at work alone');
    await this.open();
    if (days.some(({ organization, day }) => day * dayMs < this.takenSince(organization)))
      throw new Error('readings of a day that is kept no longer');
    const entries = days.map((day) => this.#entryOf(day));
    const unmarked = entries.filter((entry) => entry.marked === null);
    for (const entry of entries) {
      entry.isDirty = true;
      entry.writers += 1;
      entry.generation += 1;
      this.#touchedOf(entry).add(entry);
    }
    const end = () => {
      const now = this.#clock.now();
      for (const entry of entries) {
        entry.writers -= 1;
        entry.generation += 1;
        entry.touchedAt = now;
      }
    };
    if (unmarked.length > 0) {
      const marking = this.#write(unmarked, 1);
      for (const entry of unmarked) entry.marked = marking;
      marking.catch(() => {
        for (const entry of unmarked) if (entry.marked === marking) entry.marked = null;
      });
    }
    try {
      await Promise.all(new Set(entries.map((entry) => entry.marked)));
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  /** Whether a write of somebody who had this day before may come yet, which only a greater version beats. */
  isDoubtful({ organization, installation, day }: SiteDay): boolean {
    const entry = this.#sites.get(siteKey(organization, installation))?.get(day);
    return entry !== undefined && entry.doubtfulUntil > this.#clock.now();
  }

  /** Marked days to which nothing was written since `quietSince`, nor is now; of the day itself before `endedBefore`. */
  dueDays(quietSince: Instant, endedBefore: Instant): DirtyDay[] {
    return [...this.#sites.values()]
      .flatMap((days) =>
        [...days.values()].filter(
          ({ isDirty, writers, touchedAt, day, doubtfulUntil }) =>
            isDirty &&
            writers === 0 &&
            touchedAt <= quietSince &&
            (day + 1) * dayMs <= endedBefore &&
            doubtfulUntil <= this.#clock.now(),
        ),
      )
      .map(({ organization, installation, day, generation }) => ({ organization, installation, day, generation }));
  }

  /** Takes the marks off days that were rolled up, except where something was written meanwhile. */
  async rolled(days: readonly DirtyDay[]): Promise<void> {
    const clean = days.flatMap((day) => {
      const entry = this.#sites.get(siteKey(day.organization, day.installation))?.get(day.day);
      return entry?.generation === day.generation && entry.writers === 0 ? [entry] : [];
    });
    // Whoever writes from now on makes a mark of their own, with a greater version than what is written here.
    for (const entry of clean) {
      entry.isDirty = false;
      entry.marked = null;
      const site = siteKey(entry.organization, entry.installation);
      this.#rolls.set(site, (this.#rolls.get(site) ?? 0) + 1);
    }
    if (clean.length > 0) await this.#write(clean, 0, this.#confirm);
  }

  /** An instant before which readings of an organization are refused; it lies at the begin of a UTC day. */
  takenSince(organization: number): Instant {
    return this.#closed.get(organization) ?? always;
  }

  /** An instant before which the readings of an organization may be gone: only rollups tell of it. */
  keptSince(organization: number): Instant {
    return this.#kept.get(organization) ?? always;
  }

  /** Takes in nothing older any more. Until `forget` a restart takes it back. */
  close(organization: number, before: Instant): void {
    this.#closed.set(organization, Math.max(before, this.takenSince(organization)));
  }

  /**
   * Deletes an organization's readings from before then, which must have been closed. Does nothing, and says false, while
   * rollups lack any of them. The word that they are gone is on disk before the first of them goes.
   */
  async forget(organization: number, before: Instant): Promise<boolean> {
    await this.open();
    if (before % dayMs !== 0 || before > this.takenSince(organization)) throw new Error('not closed');
    for (const days of this.#sites.values())
      for (const entry of days.values())
        if (entry.organization === organization && entry.day * dayMs < before && (entry.isDirty || entry.writers > 0))
          return false;
    await this.#store.writeKeptSince(organization, before, this.nextVersion());
    this.#kept.set(organization, before);
    await this.#store.deleteBefore(organization, before);
    return true;
  }

  /** Ends what an earlier process may have left half done: readings that are said to be gone go. Once for each start. */
  async forgetRest(): Promise<void> {
    await this.open();
    for (const organization of this.#unfinished) {
      await this.#store.deleteBefore(organization, this.keptSince(organization));
      this.#unfinished.delete(organization);
    }
  }

  /** Knows nothing of a site any more, which is erased and written to no longer. What is on disk of it stays. */
  forgetSite(organization: number, installation: number): void {
    const site = siteKey(organization, installation);
    this.#sites.delete(site);
    this.#touched.delete(site);
    this.#rolls.delete(site);
  }

  /** Days that overlap the span and are marked for any of the sites, in order. */
  dirtyDays(organization: number, installations: Iterable<number>, { from, to }: Span): number[] {
    const found = new Set<number>();
    for (const installation of installations)
      for (const { day, isDirty } of this.#sites.get(siteKey(organization, installation))?.values() ?? [])
        if (isDirty && (day + 1) * dayMs > from && day * dayMs < to) found.add(day);
    return [...found].sort((left, right) => left - right);
  }

  /** Grows whenever the rollups of a site tell of a day that they did not tell of before. It is about this process's life only. */
  rollsOf(organization: number, installation: number): number {
    return this.#rolls.get(siteKey(organization, installation)) ?? 0;
  }

  /**
   * Of a site's day a number that grows with every write to it; null while its rollups may lack any reading. It is about
   * this process's life only.
   */
  generationsOf(organization: number, installation: number): (day: number) => number | null {
    const days = this.#sites.get(siteKey(organization, installation));
    return (day) => {
      const entry = days?.get(day);
      if (entry === undefined) return 0;
      return entry.isDirty ? null : entry.generation;
    };
  }

  /**
   * Grows with every write to a day of these sites that begins before then; null while one is under way, of which
   * nobody knows how much is there already. It is about this process's life only.
   */
  generationBefore(organization: number, installations: Iterable<number>, until: Instant): number | null {
    let sum = 0;
    for (const installation of installations)
      for (const { day, generation, writers } of this.#touched.get(siteKey(organization, installation)) ?? []) {
        if (day * dayMs >= until) continue;
        if (writers > 0) return null;
        sum += generation;
      }
    return sum;
  }

  /**
   * How many writes to days of a site from that one on have ended, well or not: who was told of as many knows them all.
   * It is about this process's life only.
   */
  writesSince(organization: number, installation: number, firstDay: number): number {
    let ended = 0;
    for (const { day, generation, writers } of this.#touched.get(siteKey(organization, installation)) ?? [])
      if (day >= firstDay) ended += (generation - writers) / 2;
    return ended;
  }

  #touchedOf({ organization, installation }: SiteDay): Set<Entry> {
    const key = siteKey(organization, installation);
    const touched = this.#touched.get(key) ?? new Set();
    this.#touched.set(key, touched);
    return touched;
  }

  #entryOf({ organization, installation, day }: SiteDay): Entry {
    const key = siteKey(organization, installation);
    const days = this.#sites.get(key) ?? new Map<number, Entry>();
    this.#sites.set(key, days);
    const found = days.get(day) ?? {
      organization,
      installation,
      day,
      isDirty: false,
      writers: 0,
      generation: 0,
      touchedAt: 0,
      marked: null,
      doubtfulUntil: 0,
      version: 0,
    };
    days.set(day, found);
    return found;
  }

  /** Every state written is newer than all before it, also when the machine's clock is set back. */
  nextVersion(): number {
    this.#version = Math.max(this.#version + 1, this.#clock.now() * 1000);
    return this.#version;
  }

  /** `confirm`: whoever takes over after it was asked writes greater versions, so that this one loses when it comes late. */
  async #write(days: readonly SiteDay[], isDirty: 0 | 1, confirm = async () => {}): Promise<void> {
    const version = this.nextVersion();
    await confirm();
    return this.#store.write(
      days.map(({ organization, installation, day }) => ({
        organization,
        installation,
        day,
        is_dirty: isDirty,
        version,
      })),
    );
  }
}

const siteKey = (organization: number, installation: number) => `${organization} ${installation}`;
