import type { Instant, OrganizationId } from '@atrium/domain/core';
import { type DirtyDays, dayMs } from './dirty-days.ts';

/** Days for which an organization retains readings. */
export interface ReadingRetention {
  readonly organizationId: OrganizationId;
  readonly days: number;
}

export interface RetentionDeps {
  readonly ledger: DirtyDays;
  readonly rollAll: (organization: number, endedBefore: Instant) => Promise<unknown>;
  readonly retentions: () => Promise<readonly ReadingRetention[]>;
}

/** Deletes readings past their retention; returns the organizations whose readings were deleted. */
export async function deleteExpiredReadings(deps: RetentionDeps, now: Instant): Promise<OrganizationId[]> {
  const { ledger, rollAll, retentions } = deps;
  await ledger.forgetRest();
  const forgotten: OrganizationId[] = [];
  for (const { organizationId, days } of await retentions()) {
    const before = (Math.floor(now / dayMs) - days) * dayMs;
    if (before <= ledger.keptSince(organizationId)) continue;
    ledger.close(organizationId, before);
    await rollAll(organizationId, before);
    if (await ledger.forget(organizationId, before)) forgotten.push(organizationId);
  }
  return forgotten;
}
