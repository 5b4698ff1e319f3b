import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationId } from '@atrium/domain/core';
import { Cancelled } from '../../platform/cancelled.ts';
import { Overloaded } from '../../platform/overloaded.ts';
import type { SiteChanges } from './plan-evaluation.ts';
import type { WatchedSite } from './watched-alerts.store.ts';

export interface QueueOptions {
  readonly look: (site: WatchedSite, changed: SiteChanges, signal: AbortSignal) => Promise<void>;
  /** Minimum pause between two evaluations of a site, ms. */
  readonly pauseMs: number;
  /** Sites evaluated concurrently. */
  readonly atOnce: number;
  readonly onError: (error: unknown) => void;
}

interface QueuedSite extends SiteChanges {
  readonly site: WatchedSite;
}

/**
 * Queue of sites to evaluate. A site never runs twice at once. Changes that arrive in the meantime are merged for its
 * next run, and failed runs are retried.
 */
export class SiteQueue {
  readonly #options: QueueOptions;
  readonly #waiting = new Map<InstallationId, QueuedSite>();
  readonly #resting = new Set<InstallationId>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  add(site: WatchedSite, changed: SiteChanges): void {
    const known = this.#waiting.get(site.installationId);
    this.#waiting.set(site.installationId, { site, ...(known === undefined ? changed : mergeChanges(known, changed)) });
    this.#pump();
  }

  /** Stops taking sites and waits for running evaluations. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([...this.#running]);
  }

  #pump(): void {
    for (const [id, waiting] of this.#waiting) {
      if (this.#stopping.signal.aborted || this.#running.size >= this.#options.atOnce) return;
      if (this.#resting.has(id)) continue;
      this.#waiting.delete(id);
      this.#resting.add(id);
      const run = this.#look(waiting).finally(() => {
        this.#running.delete(run);
        this.#pump();
      });
      this.#running.add(run);
    }
  }

  async #look({ site, ...changed }: QueuedSite): Promise<void> {
    const { look, onError, pauseMs } = this.#options;
    const { signal } = this.#stopping;
    let pause = pauseMs;
    try {
      await look(site, changed, signal);
    } catch (error) {
      if (error instanceof Overloaded) pause = error.retryAfter * 1000;
      else if (!(error instanceof Cancelled)) onError(error);
      if (!signal.aborted) this.add(site, changed);
    }
    // A pausing site takes no slot.
    delay(pause, undefined, { signal, ref: false }).then(
      () => {
        this.#resting.delete(site.installationId);
        this.#pump();
      },
      () => {},
    );
  }
}

function mergeChanges(one: SiteChanges, other: SiteChanges): SiteChanges {
  const from = Math.min(one.from, other.from);
  if (one.deviceIds === 'all' || other.deviceIds === 'all') return { deviceIds: 'all', from };
  return { deviceIds: new Set([...one.deviceIds, ...other.deviceIds]), from };
}
