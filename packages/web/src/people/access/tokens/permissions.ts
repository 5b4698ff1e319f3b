import { type Area, areaOfScope, type TokenScope as ScopeName } from '@atrium/domain/people/access';
import { mayDo, type Viewer } from '../../organization/index.ts';
import type { TokenScope } from './operations.generated.ts';

/** Permissions that people choose, each with the scopes that belong together. */
export const permissionScopes = {
  read: ['SITES_READ', 'MEASUREMENTS_READ'],
  readBulk: ['EXPORTS_READ'],
  readAlerts: ['ALERTS_READ'],
  manageAlerts: ['ALERTS_WRITE'],
  manage: ['ADMIN'],
  sendReadings: ['READINGS_WRITE', 'DEVICES_WRITE'],
  sendReceipts: ['RECEIPTS_WRITE'],
} as const satisfies Record<string, readonly TokenScope[]>;

export type Permission = keyof typeof permissionScopes;

export const permissions = Object.keys(permissionScopes) as readonly Permission[];

/** Returns the permissions of which a token has a scope. */
export const listPermissions = (scopes: readonly TokenScope[]): readonly Permission[] =>
  permissions.filter((permission) => permissionScopes[permission].some((scope) => scopes.includes(scope)));

/** Whether a personal token of the viewer may have a permission. */
export const mayHave = (viewer: Viewer, permission: Permission): boolean =>
  permissionScopes[permission].every((scope) => mayDo(viewer, findArea(scope)));

/** `SITES_READ` is `sites:read`. */
const findArea = (scope: TokenScope): Area => areaOfScope[scope.toLowerCase().replace('_', ':') as ScopeName];

/** Whether a token with these permissions only sends data, and so may never expire. */
export const onlySends = (chosen: ReadonlySet<Permission>): boolean =>
  [...chosen].every((permission) => permission === 'sendReadings' || permission === 'sendReceipts');
