import type { TokenScope } from './operations.generated.ts';

/** Permissions that people choose, each with the scopes that belong together. */
export const permissionScopes = {
  read: ['SITES_READ', 'MEASUREMENTS_READ'],
  readAlerts: ['ALERTS_READ'],
  manageAlerts: ['ALERTS_WRITE'],
  sendReadings: ['READINGS_WRITE', 'DEVICES_WRITE'],
  sendReceipts: ['RECEIPTS_WRITE'],
} as const satisfies Record<string, readonly TokenScope[]>;

export type Permission = keyof typeof permissionScopes;

export const permissions = Object.keys(permissionScopes) as readonly Permission[];

/** Returns the permissions of which a token has a scope. */
export const listPermissions = (scopes: readonly TokenScope[]): readonly Permission[] =>
  permissions.filter((permission) => permissionScopes[permission].some((scope) => scopes.includes(scope)));

/** Whether a token with these permissions only sends data, and so may never expire. */
export const onlySends = (chosen: ReadonlySet<Permission>): boolean =>
  [...chosen].every((permission) => permission === 'sendReadings' || permission === 'sendReceipts');
