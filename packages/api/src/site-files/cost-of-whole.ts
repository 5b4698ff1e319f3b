import { failure, type OrganizationId } from '@atrium/domain/core';
import type { Sizes } from '../platform/graphql/cost/sizes.ts';
import { graphqlErrorOf } from '../platform/graphql/errors.ts';
import type { Scope } from '../platform/tenancy/index.ts';

/** A file speaks about all sites: whoever sees only some of them may neither read nor change them through it. */
export function wholeOrganization({ installationIds, organizationId }: Scope): OrganizationId {
  if (installationIds === null) return organizationId;
  throw graphqlErrorOf(failure('FORBIDDEN', 'You see only some of the sites'));
}

/**
 * What it takes to read everything an organization has set up: some fifty statements, whatever there is, of which
 * PostgreSQL bears most, and each thing.
 */
export const costOfWhole = ({ zones, devices, passages }: Sizes): number =>
  1_200_000 + 50 * (zones.all + devices.all + passages.all);
