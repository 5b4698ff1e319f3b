/** Of how much each new look moves what is known. */
const weight = 0.3;

/** How much is taken from a line in a second, while more of it waits; unknown once the line was empty. */
export class Pace {
  #perSecond: number | null = null;
  #last: { readonly at: number; readonly count: number } | null = null;

  /** What was taken at an instant (ms), and whether anything is left. */
  took(count: number, at: number, isMoreLeft: boolean): void {
    if (!isMoreLeft) {
      this.#last = null;
      this.#perSecond = null;
      return;
    }
    if (this.#last !== null && at > this.#last.at) {
      // What was taken then is what kept the next one waiting.
      const found = (this.#last.count * 1000) / (at - this.#last.at);
      this.#perSecond = this.#perSecond === null ? found : (1 - weight) * this.#perSecond + weight * found;
    }
    this.#last = { at, count };
  }

  /** How much is taken in so many seconds; as much as there may be where that is not known. */
  within(seconds: number): number {
    return this.#perSecond === null ? Number.POSITIVE_INFINITY : this.#perSecond * seconds;
  }
}
