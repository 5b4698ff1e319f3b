import { err, type Failure, failure, type Result } from '@atrium/domain/core';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { PeopleDependencies } from '../people-dependencies.ts';

/** Links an organization may show per hour. */
export const shownLinksPerHour = 60;

/**
 * Checks that an account link may be shown instead of mailed: only if mail is not set up, because a mailed link
 * verifies an address. BAD_INPUT if mails are sent, RATE_LIMITED after too many links of the organization.
 */
export async function checkLinkMayBeShown(
  { delivery, shownLinks }: Pick<PeopleDependencies, 'delivery' | 'shownLinks'>,
  { organizationId }: Scope,
): Promise<Result<void, Failure>> {
  if (delivery.mail === 'sent')
    return err(failure('BAD_INPUT', 'Mail is set up: the link is sent by mail and is not shown'));
  return shownLinks.take(String(organizationId));
}
