import {
  err,
  type Failure,
  failure,
  type InstallationId,
  type OrganizationId,
  ok,
  type ProfileId,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { fullRights, includesSites, noRights, type Rights } from '@atrium/domain/people/access';

declare const scoped: unique symbol;

/**
 * Caller and the data it may see. Every store method that reads or writes tenant data takes one. Only the access module
 * creates those of people and gateways, from a live session or a key. So code that forgets the organization does not
 * compile.
 */
export interface Scope {
  readonly [scoped]: true;
  readonly organizationId: OrganizationId;
  /** null for the system itself (jobs, ingestion, the command line). */
  readonly userId: UserId | null;
  /** Administrator who views the product as `userId`; null for ordinary sessions. */
  readonly viewedBy: UserId | null;
  readonly profileId: ProfileId | null;
  readonly role: 'admin' | 'user' | 'system';
  readonly rights: Rights;
  /** Sites this caller is limited to; null means all of the organization's. */
  readonly installationIds: readonly InstallationId[] | null;
  readonly sessionId: string | null;
  /** Token of the program that calls. Absent: a session or the system. */
  readonly tokenId?: number;
  /** Whether the caller operates the installation. Never true for sessions that view as another user. */
  readonly isOperator?: boolean;
  /** Client address of the request, for the audit log. */
  readonly address?: string;
}

/** Returns the acting user: the administrator, when viewing as another user. null for the system. */
export const getActor = ({ userId, viewedBy }: Pick<Scope, 'userId' | 'viewedBy'>): UserId | null => viewedBy ?? userId;

/** Returns the same scope with a client address. */
export const withAddress = (scope: Scope, address: string): Scope => createScope({ ...scope, address });

/**
 * The only place that creates the branded type. Not exported from the index: other modules receive scopes, they don't
 * create them.
 */
export function createScope(fields: Omit<Scope, typeof scoped>): Scope {
  return Object.freeze({ ...fields }) as Scope;
}

/**
 * Creates the scope of the system acting for one organization, with all sites: for jobs, the command line and the demo.
 */
export function systemScope(organizationId: OrganizationId): Scope {
  return createScope({
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

/** Creates the scope of a program with a token: it sees the token's sites and has no personal rights. */
export function tokenScope(
  organizationId: OrganizationId,
  tokenId: number,
  installationIds: readonly InstallationId[] | null,
): Scope {
  return createScope({
    organizationId,
    userId: null,
    viewedBy: null,
    profileId: null,
    role: 'system',
    rights: noRights,
    installationIds,
    sessionId: null,
    tokenId,
  });
}

/** Creates the scope of a program that acts as a person, with that person's rights and sites. */
export const personalTokenScope = (person: Scope, tokenId: number): Scope => createScope({ ...person, tokenId });

/** Creates the scope of a known user who is not signed in (yet). It sees no sites and has no rights. */
export function signedOutScope(organizationId: OrganizationId, userId: UserId): Scope {
  return createScope({
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

/** Sites an object applies to; null for all sites of the organization. */
export type ServedSites = readonly number[] | null;

/** Whether the scope sees every site an object applies to. */
export const seesAllSites = ({ installationIds }: Pick<Scope, 'installationIds'>, served: ServedSites): boolean =>
  includesSites(installationIds, served);

/**
 * Fails with FORBIDDEN unless the user sees all sites of an object, because a change takes effect at all of them. Every
 * change of an object that can apply to several sites calls this.
 */
export const checkSeesAllSites = (
  scope: Pick<Scope, 'installationIds'>,
  served: ServedSites,
  field?: string,
): Result<void, Failure> =>
  seesAllSites(scope, served)
    ? ok(undefined)
    : err(failure('FORBIDDEN', `You see only some of the sites${served === null ? '' : ' that this serves'}`, field));
