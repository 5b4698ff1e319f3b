import type { InstallationId, OrganizationId } from '@atrium/domain/core';

/** Identifies a site by its organization and installation. */
export interface SiteRef {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
}
