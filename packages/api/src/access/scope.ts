import type { Rights } from '@atrium/domain/access';
import type { InstallationId, OrganizationId, ProfileId, UserId } from '@atrium/domain/core';

declare const scoped: unique symbol;

/**
 * Who asks, and how far their sight reaches. Every store method that reads or writes tenant data takes one, and only
 * this module makes them (from a live session, or for the system acting for one organization), so code that forgot the
 * organization does not compile.
 */
export interface Scope {
  readonly [scoped]: true;
  readonly organizationId: OrganizationId;
  /** null: the system itself (jobs, ingestion, the command line). */
  readonly userId: UserId | null;
  readonly profileId: ProfileId | null;
  readonly role: 'admin' | 'user' | 'system';
  readonly rights: Rights;
  /** The sites this viewer is limited to; null means all of the organization's. */
  readonly installationIds: readonly InstallationId[] | null;
  readonly sessionId: string | null;
}
