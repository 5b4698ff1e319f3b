import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Percent that the heap may grow by over what lived at the last collection, before the next one. With 50 pages took a
 * fifth longer in a busy hour (docs/bench.md).
 */
const growth = 120;

/**
 * Left alone, the heap of a machine with much memory grows to several times what lives in it: an hour in which everybody
 * looks left 200 MB of garbage beside 60 MB. Collecting more often happens beside the work, mostly by other threads.
 */
export function boundGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  // Where what a line of ours makes has mostly survived once, as all that is in flight does under load, V8 takes it for
  // long-lived from then on: every request is garbage of the old generation, and what it points to is kept with it.
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Returns to the machine what loading the modules took: Node copies a package's whole manifest for every file of it,
 * which leaves some 150 MB of garbage that an idle process would keep for hours. Takes about 30 ms, once, after the start.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: typeof globalThis.gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** What is known of a process by whoever gives its memory back. */
export interface MemoryUse {
  /** Bytes of the heap, garbage counted. */
  heap(): number;
  /** The share of the time since it was asked last in which there was something to do. */
  busy(): number;
  giveBack(): void;
}

/** Bytes of garbage that are worth a pause, which nobody notices while there is hardly anything to do. */
const worthwhile = 64 * 1024 ** 2;
const idle = 0.1;
const lookMs = 30_000;

/** Gives back, once it is quiet, what a busy time has left. Returns a look, for whoever looks by another clock. */
export function giveBackWhenIdle(use: MemoryUse = ownUse()): () => void {
  let kept = use.heap();
  const look = () => {
    kept = Math.min(kept, use.heap());
    if (use.busy() > idle || use.heap() - kept < worthwhile) return;
    use.giveBack();
    kept = use.heap();
  };
  setInterval(look, lookMs).unref();
  return look;
}

const quietMs = 1000;

/**
 * Gives back what the first work after a start has left, in the first second in which there is hardly anything to do: it
 * is a pause of 30 to 240 ms, and people come right after a start. Returns a look, as `giveBackWhenIdle` does.
 */
export function giveBackOnceQuiet(use: MemoryUse = ownUse()): () => void {
  let isGiven = false;
  use.busy();
  const look = () => {
    if (isGiven || use.busy() > idle) return;
    isGiven = true;
    clearInterval(timer);
    use.giveBack();
  };
  const timer = setInterval(look, quietMs).unref();
  return look;
}

function ownUse(): MemoryUse {
  let last = performance.eventLoopUtilization();
  return {
    heap: () => process.memoryUsage().heapTotal,
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    giveBack: giveBackMemory,
  };
}
