import { randomUUID } from 'node:crypto';
import type { Calls } from '../../platform/bus/calls.ts';
import type { ReadingRow } from '../ingest/index.ts';

/** Readings on their way to the owner of their shard, and who waits for them. */
export interface AskedReadings {
  readonly from: string;
  readonly number: number;
  readonly rows: readonly ReadingRow[];
}

export const storingOf = (shard: number) => `readings.store.${shard}`;
const wantedOf = (from: string) => `readings.wanted.${from}`;
/** How long an answer on what is wanted may take, ms. */
const claimMs = 1000;

/**
 * What this process asks owners to store. A question may lie on its way until whoever sent the readings has given up, and
 * has sent a correction by another way: so an owner asks back before it stores them, and only one is told that they are
 * wanted, while they are.
 */
export class Asks {
  readonly #from = randomUUID();
  readonly #wantedUntil = new Map<number, number>();
  readonly #now: () => number;
  #count = 0;

  constructor(calls: Calls, now: () => number) {
    this.#now = now;
    calls.serve(wantedOf(this.#from), async (numbers: readonly number[]) =>
      numbers.filter((number) => this.#claim(number)),
    );
  }

  /** The question, and how it is said that nobody waits for its answer any more. */
  readings(
    rows: readonly ReadingRow[],
    until: number,
  ): { readonly question: AskedReadings; readonly over: () => void } {
    const number = ++this.#count;
    this.#wantedUntil.set(number, until);
    return { question: { from: this.#from, number, rows }, over: () => void this.#wantedUntil.delete(number) };
  }

  #claim(number: number): boolean {
    const isWanted = (this.#wantedUntil.get(number) ?? Number.NEGATIVE_INFINITY) > this.#now();
    this.#wantedUntil.delete(number);
    return isWanted;
  }
}

/** Asks back whether questions are wanted still: those of a process that come in the same turn of the event loop together. */
export class Claims {
  readonly #calls: Calls;
  readonly #gathering = new Map<
    string,
    { readonly numbers: number[]; readonly wanted: Promise<ReadonlySet<number>> }
  >();

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  async isWanted({ from, number }: AskedReadings): Promise<boolean> {
    const gathering = this.#gathering.get(from) ?? this.#gather(from);
    gathering.numbers.push(number);
    return (await gathering.wanted).has(number);
  }

  #gather(from: string) {
    const numbers: number[] = [];
    const wanted = new Promise((resume) => setImmediate(resume)).then(async () => {
      this.#gathering.delete(from);
      const told = await this.#calls.call<readonly number[]>(wantedOf(from), numbers, claimMs);
      return new Set(told?.answer);
    });
    const gathering = { numbers, wanted };
    this.#gathering.set(from, gathering);
    return gathering;
  }
}
