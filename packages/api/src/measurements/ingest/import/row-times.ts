import { type Instant, matchWall } from '@atrium/domain/core';
import type { FileFault } from '@atrium/domain/measurements/files';
import { parseTimeText, quoted, WallOrder } from '@atrium/domain/measurements/readings';

/** A row whose time is being settled. */
export interface TimedRow {
  readonly line: number;
  readonly serial: string;
  /** In the order of the options' maps, as written. */
  readonly values: readonly string[];
}

/** Gives each row its instant, holding back the rows of an hour that comes twice until their order tells which it is. */
export class RowTimes {
  readonly #orders = new Map<string, WallOrder<TimedRow>>();
  readonly #timezone: string;
  readonly #spacing: number;
  readonly #emit: (row: TimedRow, at: Instant) => void;

  /** `interval` in seconds, 0 when unknown. */
  constructor(timezone: string, interval: number, emit: (row: TimedRow, at: Instant) => void) {
    this.#timezone = timezone;
    this.#spacing = interval * 1_000;
    this.#emit = emit;
  }

  /** Answers why the row has no time, or null when it has one (now or later). */
  add(row: TimedRow, text: string): FileFault | null {
    const time = parseTimeText(text.trim());
    if (time === null) return { code: 'NO_TIME', value: text, message: `${quoted(text)} is no time` };
    if (time.kind === 'instant') {
      this.#emit(row, time.at);
      return null;
    }
    const order = this.#orderOf(row.serial);
    const match = matchWall(this.#timezone, time.wall);
    if (match.kind === 'unique') order.unambiguous(row, time.wall, match.at);
    else if (time.kind === 'date') {
      order.unambiguous(row, time.wall, match.kind === 'ambiguous' ? match.earlier : match.after);
    } else if (match.kind === 'ambiguous') {
      order.ambiguous({ wall: time.wall, earlier: match.earlier, later: match.later, row });
    } else {
      const message = `${text.trim()} does not exist in ${this.#timezone}: clocks went forward`;
      return { code: 'TIME_SKIPPED', value: text.trim(), message };
    }
    return null;
  }

  end(): void {
    for (const order of this.#orders.values()) order.end();
  }

  #orderOf(serial: string): WallOrder<TimedRow> {
    let order = this.#orders.get(serial);
    if (order === undefined) {
      order = new WallOrder<TimedRow>(this.#spacing, this.#emit);
      this.#orders.set(serial, order);
    }
    return order;
  }
}
