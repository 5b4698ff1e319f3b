/** Resources that one import may use. */
export interface ImportLimits {
  /** Bytes of decompressed text. */
  readonly textBytes: number;
  /** Bytes of a workbook, an archive or a JSON document, packed and unpacked: it is in memory as a whole. */
  readonly heldBytes: number;
  readonly lines: number;
  readonly columns: number;
  readonly readings: number;
  /** Slots filled with 0. */
  readonly filled: number;
  /** CPU milliseconds for reading the file. */
  readonly computingMs: number;
}

/** Limits of uploaded files. */
export const uploadLimits: ImportLimits = {
  textBytes: 160_000_000,
  heldBytes: 160_000_000,
  lines: 2_000_000,
  columns: 500,
  readings: 4_000_000,
  filled: 2_000_000,
  computingMs: 120_000,
};

/** Limits of files that the operator imports on the machine: text of any size, with the same memory. */
export const commandLimits: ImportLimits = {
  textBytes: Number.POSITIVE_INFINITY,
  heldBytes: 400_000_000,
  lines: Number.POSITIVE_INFINITY,
  columns: 10_000,
  readings: Number.POSITIVE_INFINITY,
  filled: 50_000_000,
  computingMs: Number.POSITIVE_INFINITY,
};

/** The file exceeds a limit; the message names it. */
export class LimitExceeded extends Error {}

type Counted = 'textBytes' | 'lines' | 'readings';

const units: Readonly<Record<Counted, string>> = {
  textBytes: 'bytes once it is unpacked',
  lines: 'lines',
  readings: 'readings',
};

/** Counts the resources used by one pass over a file. */
export class ImportBudget {
  readonly #limits: ImportLimits;
  readonly #taken: Record<Counted, number> = { textBytes: 0, lines: 0, readings: 0 };

  constructor(limits: ImportLimits) {
    this.#limits = limits;
  }

  take(what: Counted, count: number): void {
    this.#taken[what] += count;
    if (this.#taken[what] > this.#limits[what]) throw tooMuch(this.#limits[what], units[what]);
  }

  /** Limits of a workbook. Excel itself has about a million rows. */
  get workbook() {
    const { heldBytes, lines, columns } = this.#limits;
    return { unpackedBytes: heldBytes, rows: Math.min(lines, 1_048_576), columns };
  }

  tooManyLines(): LimitExceeded {
    return tooMuch(this.workbook.rows, units.lines);
  }

  checkHeld(bytes: number): void {
    if (bytes > this.#limits.heldBytes) throw tooMuch(this.#limits.heldBytes, 'bytes', 'Save it as CSV, or split it');
  }

  checkColumns(count: number): void {
    if (count > this.#limits.columns)
      throw tooMuch(this.#limits.columns, 'columns', 'Remove columns that are not needed');
  }

  checkFilled(count: number): void {
    if (count > this.#limits.filled)
      throw tooMuch(this.#limits.filled, 'slots without a row between its first and last');
  }

  /** `computedMs`: CPU time since the thread started. */
  checkTime(computedMs: number): void {
    if (computedMs > this.#limits.computingMs)
      throw new LimitExceeded('The file takes too long to read. Split it into smaller files');
  }
}

const tooMuch = (most: number, unit: string, remedy = 'Split it into smaller files') =>
  new LimitExceeded(`The file has more than ${most.toLocaleString('en')} ${unit}. ${remedy}`);
