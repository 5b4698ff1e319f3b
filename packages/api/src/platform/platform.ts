import type { Clock } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import type { AnalyticsStore } from './analytics-store.ts';
import type { Bus } from './bus/bus.ts';
import type { Calls } from './bus/calls.ts';
import type { Config } from './config/read-config.ts';
import type { Drawing } from './drawing/drawing.ts';
import type { FileStore } from './files/index.ts';
import type { ReadinessCheck } from './http/health-routes.ts';
import type { StoreRole } from './relational/database-lock.ts';
import type { Leadership } from './relational/leadership.ts';
import type { RelationalStore } from './relational/relational-store.ts';
import type { StoreIdentity } from './stores/agree-on-identity.ts';
import type { DataFolder } from './stores/data-folder.ts';
import type { Logger } from './telemetry/logger.ts';

/**
 * Problems that persist until an operator fixes or accepts them, while the product keeps serving. Reported at
 * `/readyz`.
 */
export class PersistentProblems {
  readonly #problems = new Map<string, string>();

  /** Sets a problem; null clears it. */
  report(about: string, problem: string | null): void {
    if (problem === null) this.#problems.delete(about);
    else this.#problems.set(about, problem);
  }

  all(): readonly string[] {
    return [...this.#problems.values()];
  }
}

/** Resources that all modules need, opened and migrated. */
export interface Platform {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly folder: DataFolder;
  /** Secret for signatures and tokens: the configured one, else the installation's own. */
  readonly secret: string;
  readonly relational: RelationalStore;
  readonly analytics: AnalyticsStore;
  readonly identity: StoreIdentity;
  readonly problems: PersistentProblems;
  /** The check of `/readyz`. */
  readonly isReady: ReadinessCheck;
  /** Role of this process among those that use the same servers. */
  readonly use: StoreRole;
  /** Leadership among several workers; the leader does the work that must be done only once. */
  readonly lead: Leadership;
  readonly bus: Bus;
  /** null when there is no other process to call. */
  readonly calls: Calls | null;
  readonly files: FileStore;
  readonly drawing: Drawing;
  readonly metrics: Registry;
}
