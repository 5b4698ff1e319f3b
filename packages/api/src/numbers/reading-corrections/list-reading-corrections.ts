import {
  err,
  type Failure,
  failure,
  type InstallationId,
  ok,
  type Result,
  type Span,
  type UserId,
} from '@atrium/domain/core';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { readingCorrectionsStore, type StoredReadingCorrection } from './reading-corrections.store.ts';

/** A correction with names. */
export interface ListedCorrection extends StoredReadingCorrection {
  readonly device: string;
  /** Null: a former user. */
  readonly by: string | null;
}

interface ListDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteDirectory, 'topology'>;
  readonly namesOf: (scope: Scope, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}

/** Lists the corrections of a site that touch a period, the latest period first. Fails with NOT_FOUND. */
export async function listReadingCorrections(
  { db, sites, namesOf }: ListDependencies,
  scope: Scope,
  installationId: InstallationId,
  span: Span,
): Promise<Result<readonly ListedCorrection[], Failure>> {
  const site = await sites.topology(scope, installationId);
  if (site === null) return err(failure('NOT_FOUND', 'No such site', 'installationId'));
  const corrections = await readingCorrectionsStore(db).ofSite(scope, installationId, span);
  const names = await namesOf(scope, [...new Set(corrections.flatMap(({ userId }) => userId ?? []))]);
  const devices = new Map(site.devices.map(({ id, name }) => [id, name]));
  return ok(
    corrections.map((one) => ({
      ...one,
      device: devices.get(one.deviceId) ?? '',
      by: one.userId === null ? null : (names.get(one.userId) ?? null),
    })),
  );
}
