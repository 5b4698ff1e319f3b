import type { Clock, InstallationId, Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { getShard, shardCount } from '../../platform/relational/assign-shards.ts';
import { type DirtyDaysStore, dirtyDaysStore, isVersionOnly, type SiteDay, type SitePart } from './dirty-days.store.ts';

export const dayMs = 86_400_000;

/** Earlier than any real instant. */
const always = -8.64e15;

/** In-memory state of one UTC day of a site. */
interface Entry extends SiteDay {
  isDirty: boolean;
  /** Number of writes in progress. */
  writers: number;
  /** Incremented when a write begins and when it ends. Two equal values mean that no write happened in between. */
  generation: number;
  touchedAt: Instant;
  /** Resolves once the day is marked dirty on disk. Null while the day is clean. */
  marked: Promise<void> | null;
  /** Until this time the day is not rolled up: an ended process may still have a write in flight. */
  doubtfulUntil: Instant;
  /** Version of the state that a replica read last. */
  version: number;
}

/** Role of this process: standalone, the leader that marks days, or a replica that reads the leader's marks. */
export type DirtyDaysRole = 'alone' | 'followed' | 'following';

/** Milliseconds. Exceeds the longest time a write can be in flight and a process can be paused before it is ended. */
const doubtMs = 3_600_000;
/** Maximum clock skew between two machines, in microseconds. */
const skewMicros = 10_000_000;
/** States of a shard may reach the store out of version order, by at most the longest write. Microseconds. */
const unorderedMicros = 300_000_000;

/** Dirty day with its generation when its roll-up began. */
export interface DirtyDay extends SiteDay {
  readonly generation: number;
}

/**
 * Tracks which days of which sites have readings that rollups may lack.
 *
 * A day is marked dirty on disk before its first reading is written. It stays dirty until it was rolled up without a
 * concurrent write. A crash can leave a clean day marked dirty, never the reverse. Readers must not use rollups of
 * dirty days.
 */
export class DirtyDays {
  readonly #store: DirtyDaysStore;
  readonly #clock: Clock;
  readonly #sites = new Map<string, Map<number, Entry>>();
  /** Days of each site that were written to since the process started. */
  readonly #touched = new Map<string, Set<Entry>>();
  /** Ingestion limits by organization. Older readings are rejected and not read, because they are or may be deleted. */
  readonly #closed = new Map<number, Instant>();
  readonly #kept = new Map<number, Instant>();
  /** Number of rolled-up days by site. */
  readonly #rolls = new Map<string, number>();
  /** Organizations whose retention delete may not have finished before the last shutdown. Retried once at start. */
  readonly #unfinished = new Set<number>();
  #version = 0;
  /** Greatest version read of each shard. One per shard, because their owners' clocks differ. */
  readonly #followed: number[] = Array(shardCount).fill(0);
  #opened: Promise<void> | null = null;
  readonly #use: DirtyDaysRole;
  readonly #confirm: () => Promise<void>;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(
    analytics: AnalyticsStore,
    clock: Clock,
    use: DirtyDaysRole = 'alone',
    confirm = async () => {},
    part?: SitePart,
  ) {
    this.#store = dirtyDaysStore(analytics, part);
    this.#clock = clock;
    this.#use = use;
    this.#confirm = confirm;
  }

  /**
   * Loads the dirty days. Without any stored state, every day with readings is marked dirty. Await this before any
   * other call; replicas call it again before each query.
   */
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
      if (isVersionOnly(day)) continue;
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

  /** Marks all dirty days again. The new versions beat those of the previous leader, which may only be paused. */
  async #takeOver(): Promise<void> {
    const marked = [...this.#sites.values()].flatMap((days) => [...days.values()].filter(({ isDirty }) => isDirty));
    for (const entry of marked) entry.doubtfulUntil = this.#clock.now() + doubtMs;
    this.#version = Math.max(this.#version, this.#clock.now() * 1000) + skewMicros;
    if (marked.length > 0) await this.#write(marked, 1);
    // The next leader needs the version even if no day is dirty.
    await this.#store.writeVersion(this.nextVersion());
  }

  /** Reads the leader's latest states. Calls during a running read share the next one. */
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
      const shard = getShard(day.installation);
      this.#followed[shard] = Math.max(this.#followed[shard] ?? 0, version);
      this.#version = Math.max(this.#version, version);
      if (isVersionOnly(day)) continue;
      const entry = this.#entryOf(day);
      if (version <= entry.version) continue;
      entry.version = version;
      entry.isDirty = is_dirty === 1;
      entry.generation += 1;
      // The leader writes. While a day is dirty, a replica cannot know how much of it is stored.
      entry.writers = is_dirty;
      this.#touchedOf(entry).add(entry);
      const site = siteKey(day.organization, day.installation);
      this.#rolls.set(site, (this.#rolls.get(site) ?? 0) + 1);
    }
  }

  /**
   * Marks the days dirty; call before writing readings of these days. Resolves once all marks are on disk. Call the
   * returned function when the write has ended, even if it failed.
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

  /** Whether a write of the previous owner may still arrive. Only a greater version beats it. */
  isDoubtful({ organization, installation, day }: SiteDay): boolean {
    const entry = this.#sites.get(siteKey(organization, installation))?.get(day);
    return entry !== undefined && entry.doubtfulUntil > this.#clock.now();
  }

  /** Returns dirty days that ended before `endedBefore`, with no write in progress and none since `quietSince`. */
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

  /** Marks rolled-up days clean, except days written to in the meantime. */
  async rolled(days: readonly DirtyDay[]): Promise<void> {
    const clean = days.flatMap((day) => {
      const entry = this.#sites.get(siteKey(day.organization, day.installation))?.get(day.day);
      return entry?.generation === day.generation && entry.writers === 0 ? [entry] : [];
    });
    // Later writes mark the day again, with a greater version than the one written here.
    for (const entry of clean) {
      entry.isDirty = false;
      entry.marked = null;
      const site = siteKey(entry.organization, entry.installation);
      this.#rolls.set(site, (this.#rolls.get(site) ?? 0) + 1);
    }
    if (clean.length > 0) await this.#write(clean, 0, this.#confirm);
  }

  /** Returns the instant before which readings of the organization are rejected; the start of a UTC day. */
  takenSince(organization: number): Instant {
    return this.#closed.get(organization) ?? always;
  }

  /** Returns the instant before which readings of the organization may be deleted. Only rollups cover earlier days. */
  keptSince(organization: number): Instant {
    return this.#kept.get(organization) ?? always;
  }

  /** Rejects older readings from now on. Not persisted until the readings are deleted. */
  close(organization: number, before: Instant): void {
    this.#closed.set(organization, Math.max(before, this.takenSince(organization)));
  }

  /**
   * Deletes the organization's readings before the instant, which must be closed. Returns false and deletes nothing
   * while rollups lack any of them. The retention limit is on disk before the delete begins.
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

  /** Finishes retention deletes that an earlier process may have left incomplete. Once per start. */
  async forgetRest(): Promise<void> {
    await this.open();
    for (const organization of this.#unfinished) {
      await this.#store.deleteBefore(organization, this.keptSince(organization));
      this.#unfinished.delete(organization);
    }
  }

  /** Drops the in-memory state of an erased site. Rows on disk stay. */
  forgetSite(organization: number, installation: number): void {
    const site = siteKey(organization, installation);
    this.#sites.delete(site);
    this.#touched.delete(site);
    this.#rolls.delete(site);
  }

  /** Returns the sites of an organization that this process knows any day of. */
  sitesOf(organization: OrganizationId): InstallationId[] {
    const days = [...this.#sites.values()].map((site) => site.values().next().value);
    return days.flatMap((day) => (day?.organization === organization ? [day.installation] : []));
  }

  /** Returns days that overlap the span and are dirty for any of the sites, in ascending order. */
  dirtyDays(organization: number, installations: Iterable<number>, { from, to }: Span): number[] {
    const found = new Set<number>();
    for (const installation of installations)
      for (const { day, isDirty } of this.#sites.get(siteKey(organization, installation))?.values() ?? [])
        if (isDirty && (day + 1) * dayMs > from && day * dayMs < to) found.add(day);
    return [...found].sort((left, right) => left - right);
  }

  /** Returns a number that grows when the rollups of a site gain a day. Valid in this process only. */
  rollsOf(organization: number, installation: number): number {
    return this.#rolls.get(siteKey(organization, installation)) ?? 0;
  }

  /**
   * Returns a lookup of a day's write counter; null while its rollups may lack readings. Valid in this process only.
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
   * Returns a number that grows with every write to a day of these sites before `until`. Null while such a write is in
   * progress. Valid in this process only.
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
   * Returns how many writes to days from `firstDay` on have ended, successful or not. Callers that saw the same number
   * have seen them all. Valid in this process only.
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

  /** Returns a version greater than all before it, even if the machine's clock is set back. */
  nextVersion(): number {
    this.#version = Math.max(this.#version + 1, this.#clock.now() * 1000);
    return this.#version;
  }

  /** `confirm` runs after the version is chosen: a process that takes over later writes greater versions and wins. */
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
