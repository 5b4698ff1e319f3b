import type { Clock } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import type { AnalyticsStore } from './analytics-store.ts';
import type { Bus } from './bus/bus.ts';
import type { Calls } from './bus/calls.ts';
import type { Config } from './config/index.ts';
import type { DataFolder } from './data-folder/index.ts';
import type { Drawing } from './drawing/index.ts';
import type { FileStore } from './files/index.ts';
import type { Logger } from './logging/index.ts';
import type { PersistentProblems } from './persistent-problems.ts';
import type { Leadership, RelationalStore, StoreRole } from './relational/index.ts';
import type { StoreIdentity } from './store-identity/index.ts';

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
