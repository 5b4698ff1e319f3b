import { clearTimeout, setTimeout } from 'node:timers';
import type { LiveStream } from '../platform/bus/live-stream.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { Overloaded } from '../platform/overloaded.ts';
import { type LivePair, type LiveValue, pairKey } from './live-values.ts';

/** ms between two looks at one site's values while readings keep coming. */
const pauseMs = 250;
/** ms after which values are looked at without any reading: a sample grows old, a day ends. */
const idleMs = 15_000;

interface Viewer {
  readonly stream: LiveStream<LiveValue>;
  readonly keys: ReadonlySet<string>;
}

/** `signal` is aborted when nobody watches any more. */
type ReadValues = (pairs: readonly LivePair[], signal: AbortSignal) => Promise<ReadonlyMap<string, LiveValue>>;

/**
 * The watched values of one site. Whoever watches, each value is computed once per look: at the first reading at once,
 * then at most every 250 ms, and now and then without one. Stops by itself when nobody watches.
 */
export class SiteFeed {
  readonly #read: ReadValues;
  readonly #onError: (error: unknown) => void;
  readonly #viewers = new Set<Viewer>();
  readonly #pairs = new Map<string, { readonly pair: LivePair; viewers: number }>();
  readonly #last = new Map<string, LiveValue>();
  #timer: NodeJS.Timeout | null = null;
  #state: 'stopped' | 'reading' | 'pausing' | 'resting' = 'stopped';
  /** Readings came since the last look began. */
  #isDirty = false;
  /** Somebody watches a pair that no look has covered: the pause is not for them. */
  #isUrgent = false;
  #looking = new AbortController();
  /** ms until the next look, where the last one was refused because too much was asked for. */
  #refusedFor: number | null = null;

  constructor(read: ReadValues, onError: (error: unknown) => void) {
    this.#read = read;
    this.#onError = onError;
  }

  get isIdle(): boolean {
    return this.#viewers.size === 0;
  }

  /** Tells the stream the present value of each pair, and from then on every change, until the way to stop is called. */
  watch(stream: LiveStream<LiveValue>, pairs: readonly LivePair[]): () => void {
    const viewer = { stream, keys: new Set(pairs.map(pairKey)) };
    this.#viewers.add(viewer);
    for (const pair of pairs) {
      const key = pairKey(pair);
      const known = this.#pairs.get(key);
      if (known !== undefined) known.viewers += 1;
      else this.#pairs.set(key, { pair, viewers: 1 });
      const value = this.#last.get(key);
      if (value !== undefined) stream.push(key, value);
      else this.#isUrgent = true;
    }
    if (this.#isUrgent && this.#state !== 'reading') this.#look();
    return () => this.#leave(viewer);
  }

  /** New readings are stored: looks at once, or as soon as the pause since the last look is over. */
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
    this.#read(
      [...this.#pairs.values()].map((entry) => entry.pair),
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
    else if (!(error instanceof Cancelled)) this.#onError(error);
  }

  #rest(): void {
    this.#wait('resting', idleMs, () => this.#look());
  }

  #wait(state: 'pausing' | 'resting', ms: number, then: () => void): void {
    this.#state = state;
    this.#timer = setTimeout(then, ms);
    // Waiting keeps no process alive.
    this.#timer.unref();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(values: ReadonlyMap<string, LiveValue>): void {
    for (const [key, value] of values) {
      const before = this.#last.get(key);
      if (!this.#pairs.has(key) || (before?.value === value.value && before.state === value.state)) continue;
      this.#last.set(key, value);
      for (const { stream, keys } of this.#viewers) if (keys.has(key)) stream.push(key, value);
    }
  }

  #leave(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer)) return;
    for (const key of viewer.keys) {
      const entry = this.#pairs.get(key);
      if (entry === undefined) continue;
      entry.viewers -= 1;
      if (entry.viewers > 0) continue;
      this.#pairs.delete(key);
      this.#last.delete(key);
    }
    if (!this.isIdle) return;
    this.#looking.abort();
    if (this.#state === 'reading') return;
    this.#stopTimer();
    this.#state = 'stopped';
  }
}
