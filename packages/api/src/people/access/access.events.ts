import type { OrganizationId, UserId } from '@atrium/domain/core';

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    /**
     * Published after a change of rights, sites, accounts or sessions of an organization: of one user, or of all users
     * if `userId` is omitted. Null organization: the organization is unknown.
     */
    'access.changed': { readonly organizationId: OrganizationId | null; readonly userId?: UserId };
    /** Published after a key was revoked or renewed. */
    'keys.changed': { readonly publicId: string };
  }
}
