import type { OrganizationId } from '@atrium/domain/core';
import { checkSeesAllSites, type Scope } from '../tenancy/index.ts';
import { orThrow } from './errors.ts';

/**
 * Returns the organization of a scope that sees all of its sites; throws FORBIDDEN otherwise. For operations that
 * affect every site.
 */
export function requireWholeOrganization(scope: Scope): OrganizationId {
  orThrow(checkSeesAllSites(scope, null));
  return scope.organizationId;
}
