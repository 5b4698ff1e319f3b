import { setTimeout as delay } from 'node:timers/promises';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { restorableMs } from './change-repeating.ts';
import { planDueExports, replanExports } from './plan-due-exports.ts';
import { dueExportsStore } from './repeating.store.ts';
import '../exports.events.ts';

export interface RepeatingPlanner {
  start(): void;
  stop(): Promise<void>;
}

/** Turns due slots into jobs every `pollMs` and wakes the runners. Any number may run. */
export function createRepeatingPlanner(deps: ExportsDependencies, pollMs: number): RepeatingPlanner {
  const { db, bus, clock, logError } = deps;
  const stopping = new AbortController();
  let stopListening = () => {};
  let working: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && (await planDueExports(deps)) > 0) bus.publish('exports.asked', {});
        await dueExportsStore(db).forgetRemoved(clock.now() - restorableMs);
      } catch (error) {
        logError('repeating exports could not be looked for', error);
      }
      await delay(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  return {
    start() {
      stopListening = bus.subscribe('sites.changed', ({ organizationId }) => {
        replanExports(deps, organizationId).catch((error) => logError('exports could not be planned anew', error));
      });
      working = work();
    },
    async stop() {
      stopping.abort();
      stopListening();
      await working;
    },
  };
}
