import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Percentage by which the heap may grow over the live size of the last collection before the next one. With 50, pages
 * took a fifth longer in a busy hour (docs/bench.md).
 */
const growth = 120;

/**
 * Limits garbage by collecting more often. By default, the heap of a machine with much memory grows to several times
 * its live size. In a busy hour there were 200 MB of garbage beside 60 MB of live data. Most of the additional work
 * runs on other threads.
 */
export function tuneHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  // V8 allocates objects directly in the old generation when most objects of the same allocation site survived once.
  // Under load, requests in flight do. Each request then becomes garbage of the old generation and keeps what it refers
  // to in memory.
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/**
 * Forces a garbage collection that returns memory used for loading modules. Node copies a package's whole manifest for
 * each of its files, about 150 MB of garbage that an idle process would keep for hours. Takes about 30 ms, once, after
 * the start.
 */
export function forceGc(): void {
  setFlagsFromString('--expose-gc');
  const collect: typeof globalThis.gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Memory and load of a process. */
export interface MemoryUse {
  /** Heap size in bytes, including garbage. */
  heap(): number;
  /** Share of the time since the last call in which the event loop was busy. */
  busy(): number;
  giveBack(): void;
}

/** Bytes of garbage that justify a pause, which goes unnoticed while the process is nearly idle. */
const minGarbageBytes = 64 * 1024 ** 2;
const idle = 0.1;
const checkMs = 30_000;

/**
 * Forces garbage collection when the process becomes idle after a busy time. Returns the check, for callers with
 * another clock.
 */
export function forceGcWhenIdle(use: MemoryUse = measureOwnUse()): () => void {
  let kept = use.heap();
  const look = () => {
    kept = Math.min(kept, use.heap());
    if (use.busy() > idle || use.heap() - kept < minGarbageBytes) return;
    use.giveBack();
    kept = use.heap();
  };
  setInterval(look, checkMs).unref();
  return look;
}

const quietMs = 1000;

/**
 * Forces garbage collection once after the start, in the first second in which the process is nearly idle. The pause
 * takes 30 to 240 ms, and users come right after a start. Returns the check, as `forceGcWhenIdle` does.
 */
export function forceGcOnceIdle(use: MemoryUse = measureOwnUse()): () => void {
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

function measureOwnUse(): MemoryUse {
  let last = performance.eventLoopUtilization();
  return {
    heap: () => process.memoryUsage().heapTotal,
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    giveBack: forceGc,
  };
}
