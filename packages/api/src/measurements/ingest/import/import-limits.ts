/** What importing one file may take. */
export interface ImportLimits {
  /** Bytes of its text, unpacked. */
  readonly textBytes: number;
  readonly lines: number;
  readonly columns: number;
  readonly readings: number;
  /** Slots filled with 0. */
  readonly filled: number;
  /** ms of a processor, for reading it. */
  readonly computingMs: number;
}

/** Of a file that somebody uploads. */
export const uploadLimits: ImportLimits = {
  textBytes: 160_000_000,
  lines: 2_000_000,
  columns: 500,
  readings: 4_000_000,
  filled: 2_000_000,
  computingMs: 120_000,
};

/** Of a file that the operator of the machine imports: as large as it is, with no more held in memory. */
export const commandLimits: ImportLimits = {
  textBytes: Number.POSITIVE_INFINITY,
  lines: Number.POSITIVE_INFINITY,
  columns: 10_000,
  readings: Number.POSITIVE_INFINITY,
  filled: 50_000_000,
  computingMs: Number.POSITIVE_INFINITY,
};

/** A file takes more than it may; the message says what. */
export class LimitExceeded extends Error {}

type Counted = 'textBytes' | 'lines' | 'readings';

const units: Readonly<Record<Counted, string>> = {
  textBytes: 'bytes once it is unpacked',
  lines: 'lines',
  readings: 'readings',
};

/** Counts what one pass over a file takes. */
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

  checkColumns(count: number): void {
    if (count > this.#limits.columns) throw tooMuch(this.#limits.columns, 'columns');
  }

  checkFilled(count: number): void {
    if (count > this.#limits.filled)
      throw tooMuch(this.#limits.filled, 'slots without a row between its first and last');
  }

  /** `computedMs`: of a processor, since the thread began. */
  checkTime(computedMs: number): void {
    if (computedMs > this.#limits.computingMs)
      throw new LimitExceeded('The file takes too long to read. Split it into smaller files');
  }
}

const tooMuch = (most: number, unit: string) =>
  new LimitExceeded(`The file has more than ${most.toLocaleString('en')} ${unit}. Split it into smaller files`);
