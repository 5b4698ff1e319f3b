import type { OrganizationId } from '@atrium/domain/core';
import { checkSeesAllOf, type Scope } from '../tenancy/index.ts';
import { orThrow } from './errors.ts';

/**
 * Returns the organization of a scope that sees all of its sites; throws FORBIDDEN otherwise. For operations that
 * affect every site.
 */
export function wholeOrganization(scope: Scope): OrganizationId {
  orThrow(checkSeesAllOf(scope, null));
  return scope.organizationId;
}
