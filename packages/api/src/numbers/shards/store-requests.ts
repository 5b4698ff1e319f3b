import { randomUUID } from 'node:crypto';
import type { Calls } from '../../platform/bus/calls.ts';
import type { ReadingRow } from '../ingest/index.ts';

/** Readings sent to the owner of their shard, with the waiting process. */
export interface StoreRequest {
  readonly from: string;
  readonly number: number;
  readonly rows: readonly ReadingRow[];
}

export const getStoreCallName = (shard: number) => `readings.store.${shard}`;
const wantedOf = (from: string) => `readings.wanted.${from}`;
/** Timeout for the question whether readings are still wanted, ms. */
const claimMs = 1000;

/**
 * Requests of this process to shard owners. A request may be delayed until its sender has given up and sent a
 * correction elsewhere. So an owner asks back before it stores the readings. Only one owner gets a yes, and only while
 * the sender still waits.
 */
export class PendingRequests {
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

  /** Builds a request, and a function that cancels it. */
  readings(rows: readonly ReadingRow[], until: number): { readonly question: StoreRequest; readonly over: () => void } {
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

/**
 * Asks senders whether requests are still wanted. Requests of one process in the same turn of the event loop are
 * batched.
 */
export class ClaimChecks {
  readonly #calls: Calls;
  readonly #gathering = new Map<
    string,
    { readonly numbers: number[]; readonly wanted: Promise<ReadonlySet<number>> }
  >();

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  async isWanted({ from, number }: StoreRequest): Promise<boolean> {
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
