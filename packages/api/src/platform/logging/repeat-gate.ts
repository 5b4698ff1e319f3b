const minuteMs = 60_000;
/** Of the same line within a minute. */
const most = 5;
/** Kinds of lines that are remembered: what is about more things than this is told whole. */
const mostKinds = 500;

interface Kind {
  since: number;
  told: number;
  skipped: number;
}

/**
 * Holds back warnings and errors that repeat: a disk that is full makes the same one hundreds of times a minute, and
 * fills what is left of it.
 */
export class RepeatGate {
  readonly #kinds = new Map<string, Kind>();

  /** How many like it were held back since the last one that was told; null: this one is held back too. */
  take(kind: string, now: number): number | null {
    const known = this.#kinds.get(kind);
    if (known === undefined || now - known.since >= minuteMs) {
      if (known === undefined && this.#kinds.size >= mostKinds) this.#forget(now);
      this.#kinds.set(kind, { since: now, told: 1, skipped: 0 });
      return known?.skipped ?? 0;
    }
    if (known.told >= most) {
      known.skipped += 1;
      return null;
    }
    known.told += 1;
    return 0;
  }

  #forget(now: number): void {
    for (const [kind, { since }] of this.#kinds) if (now - since >= minuteMs) this.#kinds.delete(kind);
    if (this.#kinds.size >= mostKinds) this.#kinds.clear();
  }
}
