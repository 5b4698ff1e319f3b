/** Weight of a new measurement in the moving average. */
const weight = 0.3;

/** Items drained from a queue per second while more are waiting; unknown once the queue was empty. */
export class DrainRate {
  #perSecond: number | null = null;
  #last: { readonly at: number; readonly count: number } | null = null;

  /** Records how many items were drained at an instant (ms), and whether any are left. */
  took(count: number, at: number, isMoreLeft: boolean): void {
    if (!isMoreLeft) {
      this.#last = null;
      this.#perSecond = null;
      return;
    }
    if (this.#last !== null && at > this.#last.at) {
      // The previous batch is what delayed this one, so the rate uses its size.
      const found = (this.#last.count * 1000) / (at - this.#last.at);
      this.#perSecond = this.#perSecond === null ? found : (1 - weight) * this.#perSecond + weight * found;
    }
    this.#last = { at, count };
  }

  /** Returns how many items drain in so many seconds; infinite when the rate is unknown. */
  within(seconds: number): number {
    return this.#perSecond === null ? Number.POSITIVE_INFINITY : this.#perSecond * seconds;
  }
}
