import { err, type Failure, failure, type Result } from '@atrium/domain/core';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { PeopleDependencies } from '../people-dependencies.ts';

/** Links one organization may show within an hour. */
export const shownLinksPerHour = 60;

/**
 * Whether a link that opens an account may be shown instead of mailed: only where mail isn't set up, because a mailed
 * link proves an address. BAD_INPUT where mails are sent, RATE_LIMITED after too many links of the organization.
 */
export async function mayShowLink(
  { delivery, shownLinks }: Pick<PeopleDependencies, 'delivery' | 'shownLinks'>,
  { organizationId }: Scope,
): Promise<Result<void, Failure>> {
  if (delivery.mail === 'sent')
    return err(failure('BAD_INPUT', 'Mail is set up: the link is sent by mail and is not shown'));
  return shownLinks.take(String(organizationId));
}
