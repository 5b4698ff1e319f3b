import { fullRights, noRights, type Rights } from '@atrium/domain/access';
import type { InstallationId, OrganizationId, ProfileId, UserId } from '@atrium/domain/core';

declare const scoped: unique symbol;

/**
 * Who asks, and how far their sight reaches. Every store method that reads or writes tenant data takes one, and only
 * the access module makes those of people and gateways, from a live session or a key; so code that forgot the
 * organization does not compile.
 */
export interface Scope {
  readonly [scoped]: true;
  readonly organizationId: OrganizationId;
  /** null: the system itself (jobs, ingestion, the command line). */
  readonly userId: UserId | null;
  /** The administrator who looks at the product as `userId`; null when people are themselves. */
  readonly viewedBy: UserId | null;
  readonly profileId: ProfileId | null;
  readonly role: 'admin' | 'user' | 'system';
  readonly rights: Rights;
  /** The sites this viewer is limited to; null means all of the organization's. */
  readonly installationIds: readonly InstallationId[] | null;
  readonly sessionId: string | null;
  /** Where the request came from that the scope was made for; the audit log keeps it. */
  readonly address?: string;
}

/** The person who acts: the administrator, where one looks at the product as another user. null: the system. */
export const actorOf = ({ userId, viewedBy }: Pick<Scope, 'userId' | 'viewedBy'>): UserId | null => viewedBy ?? userId;

/** The same scope, for a request that came from there. */
export const scopeFrom = (scope: Scope, address: string): Scope => scopeOf({ ...scope, address });

/** The only place where the brand is given. Not exported at the face: others get scopes, they don't make them. */
export function scopeOf(fields: Omit<Scope, typeof scoped>): Scope {
  return Object.freeze({ ...fields }) as Scope;
}

/** The system acting for one organization, seeing all of its sites: jobs, the command line, the demo. */
export function systemScope(organizationId: OrganizationId): Scope {
  return scopeOf({
    organizationId,
    userId: null,
    viewedBy: null,
    profileId: null,
    role: 'system',
    rights: fullRights,
    installationIds: null,
    sessionId: null,
  });
}

/** A gateway handing in readings: it sees the sites of its key and holds no right of a person. */
export function gatewayScope(organizationId: OrganizationId, installationId: InstallationId | null): Scope {
  return scopeOf({
    organizationId,
    userId: null,
    viewedBy: null,
    profileId: null,
    role: 'system',
    rights: noRights,
    installationIds: installationId === null ? null : [installationId],
    sessionId: null,
  });
}

/** Somebody known by their account who is not signed in (yet). It sees no site and holds no right. */
export function signedOutScope(organizationId: OrganizationId, userId: UserId): Scope {
  return scopeOf({
    organizationId,
    userId,
    viewedBy: null,
    profileId: null,
    role: 'user',
    rights: noRights,
    installationIds: [],
    sessionId: null,
  });
}
