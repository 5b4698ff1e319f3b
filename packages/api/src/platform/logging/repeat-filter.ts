const minuteMs = 60_000;
/** Maximum number of equal lines per minute. */
const maxPerMinute = 5;
/** Maximum number of remembered kinds; beyond it, all are forgotten. */
const maxKinds = 500;

interface Kind {
  since: number;
  told: number;
  skipped: number;
}

/**
 * Suppresses repeated warnings and errors. A full disk, for example, causes the same error hundreds of times per
 * minute, and logging them would fill it further.
 */
export class RepeatFilter {
  readonly #kinds = new Map<string, Kind>();

  /** Returns how many equal lines were suppressed since the last logged one; null when this one is suppressed. */
  take(kind: string, now: number): number | null {
    const known = this.#kinds.get(kind);
    if (known === undefined || now - known.since >= minuteMs) {
      if (known === undefined && this.#kinds.size >= maxKinds) this.#forget(now);
      this.#kinds.set(kind, { since: now, told: 1, skipped: 0 });
      return known?.skipped ?? 0;
    }
    if (known.told >= maxPerMinute) {
      known.skipped += 1;
      return null;
    }
    known.told += 1;
    return 0;
  }

  #forget(now: number): void {
    for (const [kind, { since }] of this.#kinds) if (now - since >= minuteMs) this.#kinds.delete(kind);
    if (this.#kinds.size >= maxKinds) this.#kinds.clear();
  }
}
