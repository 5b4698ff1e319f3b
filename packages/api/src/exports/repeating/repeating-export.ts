import type { InstallationId, Instant, OrganizationId, UserId } from '@atrium/domain/core';
import type { Repeating, RepeatingRequest } from '@atrium/domain/exports';

/** A stored repeating export. */
export interface RepeatingExport extends Repeating {
  readonly id: number;
  readonly organizationId: OrganizationId;
  /** Owner, whose access applies when a file is made. */
  readonly userId: UserId;
  readonly installationId: InstallationId;
  readonly request: RepeatingRequest;
  readonly enabled: boolean;
  readonly createdAt: Instant;
  /** Next slot. Null: off. */
  readonly nextAt: Instant | null;
}
