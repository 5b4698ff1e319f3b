import { includesSites } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from './scope.ts';

/** Sites an object applies to; null for all sites of the organization. */
export type ServedSites = readonly number[] | null;

/** Whether the scope sees every site an object applies to. */
export const seesAllSites = ({ installationIds }: Pick<Scope, 'installationIds'>, served: ServedSites): boolean =>
  includesSites(installationIds, served);

/**
 * Fails with FORBIDDEN unless the user sees all sites of an object, because a change takes effect at all of them. Every
 * change of an object that can apply to several sites calls this.
 */
export const checkSeesAllSites = (
  scope: Pick<Scope, 'installationIds'>,
  served: ServedSites,
  field?: string,
): Result<void, Failure> =>
  seesAllSites(scope, served)
    ? ok(undefined)
    : err(failure('FORBIDDEN', `You see only some of the sites${served === null ? '' : ' that this serves'}`, field));
