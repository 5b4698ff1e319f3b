import { failure, type OrganizationId } from '@atrium/domain/core';
import { graphqlErrorOf } from '../platform/graphql/errors.ts';
import type { Scope } from '../platform/tenancy/index.ts';

/** A file speaks about all sites: whoever sees only some of them may neither read nor change them through it. */
export function wholeOrganization({ installationIds, organizationId }: Scope): OrganizationId {
  if (installationIds === null) return organizationId;
  throw graphqlErrorOf(failure('FORBIDDEN', 'You see only some of the sites'));
}
