import type { InstallationId, OrganizationId } from '@atrium/domain/core';

declare module '../platform/bus/bus.ts' {
  interface BusTopics {
    /** Receipts of a site are other ones than before. */
    'sales.changed': { readonly organizationId: OrganizationId; readonly installationId: InstallationId };
  }
}
