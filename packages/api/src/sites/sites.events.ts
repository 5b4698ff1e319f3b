import type { OrganizationId } from '@atrium/domain/core';

declare module '../platform/bus/bus.ts' {
  interface BusTopics {
    /** Published after sites, zones, passages, devices, tags or events of an organization changed. */
    'sites.changed': { readonly organizationId: OrganizationId };
  }
}
