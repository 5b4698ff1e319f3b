import type { InstallationId, OrganizationId } from '@atrium/domain/core';

/** Identifies a site by its organization and installation. */
export interface SiteOf {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
}
