import type { InstallationId, OrganizationId } from '@atrium/domain/core';

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    /** Published when receipts of a site changed. */
    'sales.changed': { readonly organizationId: OrganizationId; readonly installationId: InstallationId };
  }
}
