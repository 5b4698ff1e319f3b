import type { Instant } from '@atrium/domain/core';
import { correctReading, type ReadingChange } from '@atrium/domain/numbers/readings';
import { type ReadingKind, ReadingSeries } from './reading-series.ts';
import type { StoredLine } from './recent-days.store.ts';

/** Reading in memory, without visitor or position. Several readings that differ only in these are one. */
export interface RecentReading {
  readonly metric: string;
  readonly device: number;
  readonly at: Instant;
  readonly descriptors: string;
  readonly value: number;
  readonly weight: number;
  readonly interval: number;
}

/** Limits of the numbers of times and kinds. */
const maxTime = 2 ** 31 - 1;
const maxKinds = 2 ** 16;

/** Readings of one site from an instant on. */
export class RecentReadings {
  /** Instant that the lines' times count from. */
  readonly base: Instant;
  readonly kinds: ReadingKind[] = [];
  /** All readings from this instant on are in memory. */
  from: Instant;
  bytes = 0;
  readonly #lines = new Map<string, Map<number, ReadingSeries>>();
  readonly #kindOf = new Map<string, number>();
  readonly #changes: readonly ReadingChange[];

  /** Written readings are corrected by `changes`, which move none. Loaded ones must be corrected already. */
  constructor(from: Instant, changes: readonly ReadingChange[] = []) {
    this.#changes = changes;
    this.base = from;
    this.from = from;
  }

  line(metric: string, device: number): ReadingSeries | undefined {
    return this.#lines.get(metric)?.get(device);
  }

  /** Loads a stored line; returns false when a number limit is exceeded. A line may have several kinds. */
  load({ metric, device, descriptors, interval, times, values, weights }: StoredLine): boolean {
    const kind = this.#numberOf(interval, descriptors);
    const line = this.#openLine(metric, device);
    const before = line.bytes;
    line.reserve(line.size + times.length);
    const inOrder = times.map((at, index) => ({ at, index })).sort((left, right) => left.at - right.at);
    for (const { at, index } of inOrder) {
      if (at - this.base > maxTime || kind === null) return false;
      line.put(at - this.base, kind, values[index] as number, weights[index] ?? 1, this.kinds);
    }
    this.bytes += line.bytes - before;
    return true;
  }

  /** Adds or replaces a reading; returns false when a number limit is exceeded. */
  put(reading: RecentReading): boolean {
    const counted = this.#changes.length === 0 ? reading : correctReading(this.#changes, reading);
    if (counted === null || counted.at < this.from) return true;
    const { metric, device, at, descriptors, value, weight, interval } = counted;
    const kind = this.#numberOf(interval, descriptors);
    if (at - this.base > maxTime || kind === null) return false;
    const line = this.#openLine(metric, device);
    const before = line.bytes;
    line.put(at - this.base, kind, value, weight, this.kinds);
    this.bytes += line.bytes - before;
    return true;
  }

  /** Returns the number of a kind; null when there are too many. */
  #numberOf(interval: number, descriptors: string): number | null {
    const key = `${interval} ${descriptors}`;
    const known = this.#kindOf.get(key);
    if (known !== undefined) return known;
    const number = this.kinds.length;
    if (number === maxKinds) return null;
    this.kinds.push({ interval, descriptors, keys: descriptors.replaceAll(/=[^;]*/g, '') });
    this.#kindOf.set(key, number);
    this.bytes += 2 * key.length + 200;
    return number;
  }

  #openLine(metric: string, device: number): ReadingSeries {
    const devices = this.#lines.get(metric) ?? new Map<number, ReadingSeries>();
    this.#lines.set(metric, devices);
    const found = devices.get(device);
    if (found !== undefined) return found;
    const line = new ReadingSeries();
    devices.set(device, line);
    this.bytes += line.bytes;
    return line;
  }

  /** Drops readings before an instant. */
  forgetBefore(from: Instant): void {
    this.from = from;
    for (const [metric, devices] of this.#lines) {
      for (const [device, line] of devices) {
        this.bytes -= line.bytes;
        line.forgetBefore(from - this.base);
        if (line.size === 0) devices.delete(device);
        else this.bytes += line.bytes;
      }
      if (devices.size === 0) this.#lines.delete(metric);
    }
  }
}
