import type { OrganizationId } from '@atrium/domain/core';

/** Runs for one organization after the other. One that fails keeps none waiting; its error is thrown at the end. */
export async function runForEach(
  organizations: Iterable<number>,
  run: (organizationId: OrganizationId) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const one of organizations) await run(one as OrganizationId).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
