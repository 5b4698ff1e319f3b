import { type Instant, instantOfWall, wallAt } from '@atrium/domain/core';

/** Slots of one page; 512 bytes each. */
const pageSlots = 4_096;
/** ms: longer slots follow the local calendar (a day has 23 hours at times), shorter ones the even flow of time. */
const longestEven = 3_600_000;

interface DeviceSlots {
  readonly phase: number;
  first: number;
  last: number;
  /** By metric: the pages of slots that the file speaks of, one bit each. */
  readonly seen: Map<string, Map<number, Uint32Array>>;
}

/**
 * Which slots of each device a file speaks of, so that the silent ones can be filled. A bit for each slot: a year of
 * five minutes takes 13 KB.
 */
export class SlotLedger {
  readonly #devices = new Map<string, DeviceSlots>();
  readonly #timezone: string;
  readonly #length: number;

  /** `interval` in seconds, above 0. */
  constructor(timezone: string, interval: number) {
    this.#timezone = timezone;
    this.#length = interval * 1_000;
  }

  /** A row of the device begins at `at` and has something to say of these metrics, be it unreadable. */
  note(serial: string, at: Instant, metrics: readonly string[]): void {
    const { device, slot } = this.#slotOf(serial, at);
    device.first = Math.min(device.first, slot);
    device.last = Math.max(device.last, slot);
    for (const metric of metrics) mark(device.seen, metric, slot);
  }

  /** A row that was left out may have meant this slot: so it is not silent, and does not extend what is filled. */
  doubt(serial: string, at: Instant, metrics: readonly string[]): void {
    const { device, slot } = this.#slotOf(serial, at);
    for (const metric of metrics) mark(device.seen, metric, slot);
  }

  /** As many slots as `silent` looks at. */
  sizeOf(metrics: readonly string[]): number {
    let slots = 0;
    for (const { first, last } of this.#devices.values()) if (first <= last) slots += last - first + 1;
    return slots * metrics.length;
  }

  /** The begins of the slots between the device's first and last of which nothing was said, oldest first. */
  *silent(metrics: readonly string[]): Iterable<{ serial: string; metric: string; at: Instant }> {
    for (const [serial, { phase, first, last, seen }] of this.#devices) {
      for (const metric of metrics) {
        const pages = seen.get(metric);
        for (let slot = first; slot <= last; slot++) {
          if (isMarked(pages, slot)) continue;
          yield { serial, metric, at: this.#instantOf(slot * this.#length + phase) };
        }
      }
    }
  }

  #slotOf(serial: string, at: Instant): { readonly device: DeviceSlots; readonly slot: number } {
    const line = this.#lineOf(at);
    let device = this.#devices.get(serial);
    if (device === undefined) {
      device = { phase: modulo(line, this.#length), first: Infinity, last: -Infinity, seen: new Map() };
      this.#devices.set(serial, device);
    }
    return { device, slot: Math.floor((line - device.phase) / this.#length) };
  }

  /** The line on which slots lie evenly. */
  #lineOf(at: Instant): number {
    return this.#length <= longestEven ? at : wallAt(this.#timezone, at);
  }

  #instantOf(line: number): Instant {
    return this.#length <= longestEven ? line : instantOfWall(this.#timezone, line);
  }
}

function mark(seen: DeviceSlots['seen'], metric: string, slot: number): void {
  let pages = seen.get(metric);
  if (pages === undefined) {
    pages = new Map();
    seen.set(metric, pages);
  }
  const number = Math.floor(slot / pageSlots);
  let page = pages.get(number);
  if (page === undefined) {
    page = new Uint32Array(pageSlots / 32);
    pages.set(number, page);
  }
  const bit = modulo(slot, pageSlots);
  page[bit >> 5] = (page[bit >> 5] as number) | (1 << (bit & 31));
}

function isMarked(pages: ReadonlyMap<number, Uint32Array> | undefined, slot: number): boolean {
  const page = pages?.get(Math.floor(slot / pageSlots));
  if (page === undefined) return false;
  const bit = modulo(slot, pageSlots);
  return ((page[bit >> 5] as number) & (1 << (bit & 31))) !== 0;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
