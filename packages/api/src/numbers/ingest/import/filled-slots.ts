import { type Instant, instantToWall, wallToInstant } from '@atrium/domain/core';

/** Slots per page (512 bytes). */
const pageSlots = 4_096;
/**
 * Milliseconds. Longer slots follow the local calendar (a day can have 23 hours); shorter ones follow absolute time.
 */
const maxEvenSlot = 3_600_000;

interface DeviceSlots {
  readonly phase: number;
  first: number;
  last: number;
  /** Pages of slots present in the file, by metric; one bit per slot. */
  readonly seen: Map<string, Map<number, Uint32Array>>;
}

/**
 * Records the slots of each device present in a file, so that missing ones can be filled. One bit per slot: a year of
 * five-minute slots takes 13 KB.
 */
export class FilledSlots {
  readonly #devices = new Map<string, DeviceSlots>();
  readonly #timezone: string;
  readonly #length: number;

  /** `interval` in seconds, above 0. */
  constructor(timezone: string, interval: number) {
    this.#timezone = timezone;
    this.#length = interval * 1_000;
  }

  /** Marks the slot that begins at `at` as present for these metrics, even if its values are unreadable. */
  note(serial: string, at: Instant, metrics: readonly string[]): void {
    const { device, slot } = this.#slotOf(serial, at);
    device.first = Math.min(device.first, slot);
    device.last = Math.max(device.last, slot);
    for (const metric of metrics) mark(device.seen, metric, slot);
  }

  /** Marks a slot that a skipped row may have meant: it is not filled and does not extend the filled range. */
  doubt(serial: string, at: Instant, metrics: readonly string[]): void {
    const { device, slot } = this.#slotOf(serial, at);
    for (const metric of metrics) mark(device.seen, metric, slot);
  }

  /** Returns the number of slots that the search for missing slots visits. */
  sizeOf(metrics: readonly string[]): number {
    let slots = 0;
    for (const { first, last } of this.#devices.values()) if (first <= last) slots += last - first + 1;
    return slots * metrics.length;
  }

  /** Yields the starts of missing slots between a device's first and last slot, oldest first. */
  *silent(metrics: readonly string[]): Iterable<{ serial: string; metric: string; at: Instant }> {
    for (const [serial, { phase, first, last, seen }] of this.#devices) {
      for (const metric of metrics) {
        const pages = seen.get(metric);
        // What a device never sent is unknown, not 0.
        if (pages === undefined) continue;
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

  /** Returns the position on the axis on which slots are evenly spaced. */
  #lineOf(at: Instant): number {
    return this.#length <= maxEvenSlot ? at : instantToWall(this.#timezone, at);
  }

  #instantOf(line: number): Instant {
    return this.#length <= maxEvenSlot ? line : wallToInstant(this.#timezone, line);
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

function isMarked(pages: ReadonlyMap<number, Uint32Array>, slot: number): boolean {
  const page = pages.get(Math.floor(slot / pageSlots));
  if (page === undefined) return false;
  const bit = modulo(slot, pageSlots);
  return ((page[bit >> 5] as number) & (1 << (bit & 31))) !== 0;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
