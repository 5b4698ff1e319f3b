import type { Clock, UserId } from '@atrium/domain/core';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Files } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';

export interface SalesImportsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sites: SiteSnapshots;
  readonly files: Files;
  readonly logError: (message: string, error: unknown) => void;
  /** Returns the names of members by id. Former users are omitted. */
  readonly namesOf: (scope: Scope, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}
