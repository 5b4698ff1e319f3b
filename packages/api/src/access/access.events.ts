import type { OrganizationId, UserId } from '@atrium/domain/core';

declare module '../platform/bus/bus.ts' {
  interface BusTopics {
    /**
     * Published after rights, sites, accounts or sessions of an organization's people changed: of one of them, or of
     * everybody where none is named. Without an organization: nobody knows whose.
     */
    'access.changed': { readonly organizationId: OrganizationId | null; readonly userId?: UserId };
    /** Published after an ingest key was revoked. */
    'keys.revoked': { readonly publicId: string };
  }
}
