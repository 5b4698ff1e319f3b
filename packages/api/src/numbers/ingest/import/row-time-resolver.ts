import { type Instant, matchWall } from '@atrium/domain/core';
import type { FileFault } from '@atrium/domain/numbers/delimited-files';
import { parseRowTime } from '@atrium/domain/numbers/import';
import { type DateOrder, quoteText, WallTimeResolver } from '@atrium/domain/numbers/readings';
import type { WrittenRow } from './expand-row.ts';

/** Receiver of the rows, with facts about the whole file. */
export interface TimedRowReceiver {
  readonly emit: (row: WrittenRow, at: Instant) => void;
  /** Receives a skipped row with the instants it may have meant. */
  readonly refuse: (row: WrittenRow, fault: FileFault, perhaps: readonly Instant[]) => void;
  /** Whether any row has a time of day. A date alone is then not a valid time. */
  readonly hasTimeOfDay: boolean;
  /** What comes first in dates such as 03/04/2021. Null: not known. */
  readonly dateOrder: DateOrder | null;
  /** Whether times are the ends of intervals. */
  readonly areEnds: boolean;
}

const timeUnclear: FileFault = {
  code: 'TIME_UNCLEAR',
  value: null,
  message: 'clocks went back and this time comes twice: the order of the lines does not tell which it is',
};

const dateUnclear =
  'could begin with the day or the month, and no other line shows which: say so with --dates day-first or month-first';

interface Refusal {
  readonly fault: FileFault;
  /** Instants that the row may have meant. */
  readonly perhaps: readonly Instant[];
}

const buildRefusal = (
  code: FileFault['code'],
  text: string,
  why: string,
  perhaps: readonly Instant[] = [],
): Refusal => ({
  fault: { code, value: text, message: `${quoteText(text)} ${why}` },
  perhaps,
});

/** Resolves the instant of each row. Rows of a repeated hour are held back until their order shows which one it is. */
export class RowTimeResolver {
  readonly #orders = new Map<string, WallTimeResolver<WrittenRow>>();
  readonly #timezone: string;
  readonly #spacing: number;
  readonly #rows: TimedRowReceiver;

  /** `interval` in seconds, 0 when unknown. */
  constructor(timezone: string, interval: number, rows: TimedRowReceiver) {
    this.#timezone = timezone;
    this.#spacing = interval * 1_000;
    this.#rows = rows;
  }

  /** Resolves the row's time now or later. */
  add(row: WrittenRow): void {
    const refusal = this.#take(row);
    if (refusal !== null) this.#rows.refuse(row, refusal.fault, refusal.perhaps);
  }

  #take(row: WrittenRow): Refusal | null {
    const time = parseRowTime(row.time, row.clock, this.#rows.dateOrder);
    const text = row.clock === null ? row.time : `${row.time} ${row.clock}`;
    if (time?.kind === 'unclear') return buildRefusal('DATE_UNCLEAR', text, dateUnclear);
    if (time === null) return buildRefusal('NO_TIME', text, 'is no time');
    if (time.kind === 'instant') {
      this.#rows.emit(row, time.at);
      return null;
    }
    const match = matchWall(this.#timezone, time.wall);
    const order = this.#orderOf(row.series);
    if (time.kind === 'date') {
      const at = match.kind === 'unique' ? match.at : match.kind === 'ambiguous' ? match.earlier : match.after;
      if (this.#rows.hasTimeOfDay)
        return buildRefusal('DATE_ALONE', text, 'is a date alone, and other lines have a time of day', [at]);
      order.unambiguous(row, time.wall, at);
      return null;
    }
    // An interval may end when clocks go forward.
    if (match.kind === 'nonexistent' && this.#rows.areEnds && time.wall === match.gapFrom)
      order.unambiguous(row, time.wall, match.after);
    else if (match.kind === 'unique') order.unambiguous(row, time.wall, match.at);
    else if (match.kind === 'ambiguous')
      order.ambiguous({ wall: time.wall, earlier: match.earlier, later: match.later, row });
    else {
      const message = `${text} does not exist in ${this.#timezone}: clocks went forward`;
      return { fault: { code: 'TIME_SKIPPED', value: text, message }, perhaps: [] };
    }
    return null;
  }

  end(): void {
    for (const order of this.#orders.values()) order.end();
  }

  #orderOf(series: string): WallTimeResolver<WrittenRow> {
    let order = this.#orders.get(series);
    if (order === undefined) {
      order = new WallTimeResolver<WrittenRow>(this.#spacing, {
        emit: this.#rows.emit,
        unclear: ({ row, earlier, later }) => this.#rows.refuse(row, timeUnclear, [earlier, later]),
      });
      this.#orders.set(series, order);
    }
    return order;
  }
}
