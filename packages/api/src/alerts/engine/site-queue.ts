import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationId } from '@atrium/domain/core';
import { Cancelled } from '../../platform/cancelled.ts';
import { Overloaded } from '../../platform/overloaded.ts';
import type { Changed } from './look-at.ts';
import type { WatchedSite } from './watched-alerts.store.ts';

export interface QueueOptions {
  readonly look: (site: WatchedSite, changed: Changed, signal: AbortSignal) => Promise<void>;
  /** Between two looks at one site, ms. */
  readonly pauseMs: number;
  /** Sites that are looked at at once. */
  readonly atOnce: number;
  readonly onError: (error: unknown) => void;
}

interface Waiting extends Changed {
  readonly site: WatchedSite;
}

/**
 * Sites that are to be looked at, each by itself and never twice at once. What happens meanwhile is gathered for its next
 * look; a look that failed is taken up again.
 */
export class SiteQueue {
  readonly #options: QueueOptions;
  readonly #waiting = new Map<InstallationId, Waiting>();
  readonly #resting = new Set<InstallationId>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  add(site: WatchedSite, changed: Changed): void {
    const known = this.#waiting.get(site.installationId);
    this.#waiting.set(site.installationId, { site, ...(known === undefined ? changed : both(known, changed)) });
    this.#pump();
  }

  /** Takes nothing more up, and waits for what is being looked at. */
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

  async #look({ site, ...changed }: Waiting): Promise<void> {
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
    // Resting takes no slot: other sites are looked at meanwhile.
    delay(pause, undefined, { signal, ref: false }).then(
      () => {
        this.#resting.delete(site.installationId);
        this.#pump();
      },
      () => {},
    );
  }
}

function both(one: Changed, other: Changed): Changed {
  const from = Math.min(one.from, other.from);
  if (one.deviceIds === 'all' || other.deviceIds === 'all') return { deviceIds: 'all', from };
  return { deviceIds: new Set([...one.deviceIds, ...other.deviceIds]), from };
}
