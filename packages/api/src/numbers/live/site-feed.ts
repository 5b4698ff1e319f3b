import { clearTimeout, setTimeout } from 'node:timers';
import type { LiveStream } from '../../platform/bus/live-stream.ts';
import { Cancelled, Overloaded } from '../../platform/failures.ts';

/** Minimum pause between two reads of a site while readings keep coming, ms. */
const pauseMs = 250;
/** Interval of reads without readings, ms: a sample expires, a day ends. */
const idleMs = 15_000;

/** Stream of one viewer. */
type Receiver<Value> = Pick<LiveStream<Value>, 'push'>;

interface Viewer<Value> {
  readonly stream: Receiver<Value>;
  readonly keys: ReadonlySet<string>;
}

/** What a feed watches at a site, and how it reads it. */
export interface FeedOptions<Asked, Value> {
  readonly keyOf: (asked: Asked) => string;
  /** Returns the current values by key. `signal` is aborted when no viewer is left. */
  readonly read: (asked: readonly Asked[], signal: AbortSignal) => Promise<ReadonlyMap<string, Value>>;
  /** Returns whether viewers need no update from one value to the other. */
  readonly isSame: (before: Value, now: Value) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Watched values of one site, computed once for all viewers: at the first reading at once, then at most every 250 ms,
 * and periodically without readings. Stops when no viewer is left.
 */
export class SiteFeed<Asked, Value> {
  readonly #of: FeedOptions<Asked, Value>;
  readonly #viewers = new Set<Viewer<Value>>();
  readonly #watched = new Map<string, { readonly asked: Asked; viewers: number }>();
  readonly #last = new Map<string, Value>();
  #timer: NodeJS.Timeout | null = null;
  #state: 'stopped' | 'reading' | 'pausing' | 'resting' = 'stopped';
  /** Readings arrived since the last read began. */
  #isDirty = false;
  /** A viewer watches something no read has covered, so skip the pause. */
  #isUrgent = false;
  #looking = new AbortController();
  /** Delay until the next read after an overload, ms. */
  #refusedFor: number | null = null;

  constructor(of: FeedOptions<Asked, Value>) {
    this.#of = of;
  }

  get isIdle(): boolean {
    return this.#viewers.size === 0;
  }

  /**
   * Pushes the current value of each watched item to the stream, then every change, until the returned function is
   * called.
   */
  watch(stream: Receiver<Value>, asked: readonly Asked[]): () => void {
    const viewer = { stream, keys: new Set(asked.map(this.#of.keyOf)) };
    this.#viewers.add(viewer);
    for (const one of asked) {
      const key = this.#of.keyOf(one);
      const known = this.#watched.get(key);
      if (known !== undefined) known.viewers += 1;
      else this.#watched.set(key, { asked: one, viewers: 1 });
      const value = this.#last.get(key);
      if (value !== undefined) stream.push(key, value);
      else this.#isUrgent = true;
    }
    if (this.#isUrgent && this.#state !== 'reading') this.#look();
    return () => this.#leave(viewer);
  }

  /** Reports new readings: reads at once, or after the pause. */
  changed(): void {
    this.#isDirty = true;
    if (this.#state === 'resting') this.#look();
  }

  #look(): void {
    this.#stopTimer();
    this.#state = 'reading';
    this.#isDirty = false;
    this.#isUrgent = false;
    this.#refusedFor = null;
    this.#looking = new AbortController();
    this.#of
      .read(
        [...this.#watched.values()].map((entry) => entry.asked),
        this.#looking.signal,
      )
      .then(
        (values) => this.#tell(values),
        (error) => this.#failed(error),
      )
      .finally(() => this.#afterLook());
  }

  #afterLook(): void {
    if (this.isIdle) this.#state = 'stopped';
    else if (this.#refusedFor !== null) this.#wait('pausing', this.#refusedFor, () => this.#look());
    else if (this.#isUrgent) this.#look();
    else this.#wait('pausing', pauseMs, () => (this.#isDirty ? this.#look() : this.#rest()));
  }

  #failed(error: unknown): void {
    if (error instanceof Overloaded) this.#refusedFor = error.retryAfter * 1000;
    else if (!(error instanceof Cancelled)) this.#of.onError(error);
  }

  #rest(): void {
    this.#wait('resting', idleMs, () => this.#look());
  }

  #wait(state: 'pausing' | 'resting', ms: number, then: () => void): void {
    this.#state = state;
    this.#timer = setTimeout(then, ms);
    // The timer does not keep the process running.
    this.#timer.unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(values: ReadonlyMap<string, Value>): void {
    for (const [key, value] of values) {
      const before = this.#last.get(key);
      if (!this.#watched.has(key) || (before !== undefined && this.#of.isSame(before, value))) continue;
      this.#last.set(key, value);
      for (const { stream, keys } of this.#viewers) if (keys.has(key)) stream.push(key, value);
    }
  }

  #leave(viewer: Viewer<Value>): void {
    if (!this.#viewers.delete(viewer)) return;
    for (const key of viewer.keys) {
      const entry = this.#watched.get(key);
      if (entry === undefined) continue;
      entry.viewers -= 1;
      if (entry.viewers > 0) continue;
      this.#watched.delete(key);
      this.#last.delete(key);
    }
    if (!this.isIdle) return;
    this.#looking.abort();
    if (this.#state === 'reading') return;
    this.#stopTimer();
    this.#state = 'stopped';
  }
}
