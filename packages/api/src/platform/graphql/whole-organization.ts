import type { OrganizationId } from '@atrium/domain/core';
import { checkSeesAllOf, type Scope } from '../tenancy/index.ts';
import { orThrow } from './errors.ts';

/** The organization of a scope that sees all of its sites; FORBIDDEN for any other: what is done to it is done to each site. */
export function wholeOrganization(scope: Scope): OrganizationId {
  orThrow(checkSeesAllOf(scope, null));
  return scope.organizationId;
}
