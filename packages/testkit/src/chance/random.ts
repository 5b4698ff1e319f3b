/** A deterministic pseudo-random generator with a seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns 0 ≤ x < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<One>(list: readonly One[]): One {
    return list[this.below(list.length)] as One;
  }

  shuffled<One>(list: readonly One[]): One[] {
    const copy = [...list];
    for (let index = copy.length - 1; index > 0; index--) {
      const other = this.below(index + 1);
      [copy[index], copy[other]] = [copy[other] as One, copy[index] as One];
    }
    return copy;
  }
}
