import type { InstallationId, OrganizationId } from '@atrium/domain/core';

/** Which site is meant, of whom. */
export interface SiteOf {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
}
