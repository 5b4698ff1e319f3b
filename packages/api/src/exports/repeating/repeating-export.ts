import type { InstallationId, Instant, OrganizationId, UserId } from '@atrium/domain/core';
import type { Repeating, StandingRequest } from '@atrium/domain/exports';

/** An export that is made again and again, as it is stored. */
export interface RepeatingExport extends Repeating {
  readonly id: number;
  readonly organizationId: OrganizationId;
  /** Whose it is: a file holds what they may see when it is made. */
  readonly userId: UserId;
  readonly installationId: InstallationId;
  readonly request: StandingRequest;
  readonly enabled: boolean;
  readonly createdAt: Instant;
  /** Its next slot; null: off. */
  readonly nextAt: Instant | null;
}
