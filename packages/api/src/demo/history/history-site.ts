import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import type { SiteModel, SiteSetting } from '../simulator/traffic/index.ts';

export interface HistorySite {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly model: SiteModel;
  readonly setting: SiteSetting;
  /** Device ids by serial. */
  readonly deviceIds: ReadonlyMap<string, number>;
}
