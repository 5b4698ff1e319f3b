import { includesSites } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from './scope.ts';

/** The sites an object serves. null: all sites of the organization. */
export type ServedSites = readonly number[] | null;

/** Whether the scope sees every site an object serves. */
export const seesAllOf = ({ installationIds }: Pick<Scope, 'installationIds'>, served: ServedSites): boolean =>
  includesSites(installationIds, served);

/**
 * Only a user who sees all sites of an object may change it: a change also takes effect at the others. FORBIDDEN
 * otherwise. Every change of an object that can serve several sites asks here.
 */
export const checkSeesAllOf = (
  scope: Pick<Scope, 'installationIds'>,
  served: ServedSites,
  field?: string,
): Result<void, Failure> =>
  seesAllOf(scope, served)
    ? ok(undefined)
    : err(failure('FORBIDDEN', `You see only some of the sites${served === null ? '' : ' that this serves'}`, field));
