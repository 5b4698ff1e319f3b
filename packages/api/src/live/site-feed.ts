import { clearTimeout, setTimeout } from 'node:timers';
import type { LiveStream } from '../platform/bus/live-stream.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { Overloaded } from '../platform/overloaded.ts';

/** ms between two looks at one site's values while readings keep coming. */
const pauseMs = 250;
/** ms after which values are looked at without any reading: a sample grows old, a day ends. */
const idleMs = 15_000;

/** Where values go: the stream of one viewer. */
type Receiver<Value> = Pick<LiveStream<Value>, 'push'>;

interface Viewer<Value> {
  readonly stream: Receiver<Value>;
  readonly keys: ReadonlySet<string>;
}

/** What is watched at a site, and how it is read. */
export interface FeedOf<Asked, Value> {
  readonly keyOf: (asked: Asked) => string;
  /** The present values by key. `signal` is aborted when nobody watches any more. */
  readonly read: (asked: readonly Asked[], signal: AbortSignal) => Promise<ReadonlyMap<string, Value>>;
  /** Whether viewers who were told the one need not be told the other. */
  readonly isSame: (before: Value, now: Value) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * The watched values of one site. Whoever watches, each value is computed once per look: at the first reading at once,
 * then at most every 250 ms, and now and then without one. Stops by itself when nobody watches.
 */
export class SiteFeed<Asked, Value> {
  readonly #of: FeedOf<Asked, Value>;
  readonly #viewers = new Set<Viewer<Value>>();
  readonly #watched = new Map<string, { readonly asked: Asked; viewers: number }>();
  readonly #last = new Map<string, Value>();
  #timer: NodeJS.Timeout | null = null;
  #state: 'stopped' | 'reading' | 'pausing' | 'resting' = 'stopped';
  /** Readings came since the last look began. */
  #isDirty = false;
  /** Somebody watches what no look has covered: the pause is not for them. */
  #isUrgent = false;
  #looking = new AbortController();
  /** ms until the next look, where the last one was refused because too much was asked for. */
  #refusedFor: number | null = null;

  constructor(of: FeedOf<Asked, Value>) {
    this.#of = of;
  }

  get isIdle(): boolean {
    return this.#viewers.size === 0;
  }

  /** Tells the stream the present value of each thing asked for, and from then on every change, until the way to stop is called. */
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
    // Waiting keeps no process alive.
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
