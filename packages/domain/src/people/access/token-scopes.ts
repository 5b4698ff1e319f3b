import { type Area, type Caller, isAllowed } from './areas.ts';

/** What a token may do, in the names of the API. A token for sending may never expire; any other always does. */
export const tokenScopes = [
  'readings:write',
  'devices:write',
  'receipts:write',
  'sites:read',
  'measurements:read',
  'alerts:read',
  'alerts:write',
  'exports:read',
  'admin',
] as const;

export type TokenScope = (typeof tokenScopes)[number];

const sending: ReadonlySet<TokenScope> = new Set(['readings:write', 'devices:write', 'receipts:write']);

/** Whether tokens with these scopes only send data. */
export const onlySends = (scopes: readonly TokenScope[]): boolean => scopes.every((scope) => sending.has(scope));

/** Maximum lifetime of a token that reads, and of any token that expires, in days. */
export const maxTokenDays = 366;

/** Time for which the previous secret of a renewed token still works, ms. */
export const renewalOverlapMs = 24 * 3_600_000;

const words: Readonly<Record<TokenScope, { readonly may: string; readonly need: string }>> = {
  'readings:write': { may: 'send readings', need: 'readings need' },
  'devices:write': { may: "send devices' packets", need: "devices' packets need" },
  'receipts:write': { may: 'send receipts', need: 'receipts need' },
  'sites:read': { may: 'read sites', need: 'sites need' },
  'measurements:read': { may: 'read measurements', need: 'measurements need' },
  'alerts:read': { may: 'read alerts', need: 'alerts need' },
  'exports:read': { may: 'read exports and bulk data', need: 'exports and bulk data need' },
  admin: { may: 'list tokens and webhooks', need: 'tokens and webhooks need' },
  'alerts:write': { may: 'acknowledge and mute alerts', need: 'changes of alerts need' },
};

/** Area that a person must be allowed for their personal token to use a scope. Gateways are an administrator's. */
export const areaOfScope: Readonly<Record<TokenScope, Area>> = {
  'readings:write': 'ingestKeys',
  'devices:write': 'ingestKeys',
  'receipts:write': 'salesImport',
  'sites:read': 'sites',
  'measurements:read': 'numbers',
  'alerts:read': 'alertLog',
  'alerts:write': 'updateAlert',
  'exports:read': 'exports',
  admin: 'ingestKeys',
};

/** Whether a person may use a scope by a token of their own. */
export const mayUseScope = (person: Caller, scope: TokenScope): boolean => isAllowed(person, areaOfScope[scope]);

/**
 * Returns the message for a request that needs a scope which its token lacks. `withheld` are scopes of a personal token
 * whose owner lacks the right.
 */
export function describeMissingScope(
  scopes: readonly TokenScope[],
  needed: TokenScope,
  withheld: readonly TokenScope[] = [],
): string {
  if (withheld.includes(needed)) return `The owner of this token lacks the right for the scope ${needed}.`;
  const may =
    scopes.length === 0 ? 'do nothing' : new Intl.ListFormat('en').format(scopes.map((scope) => words[scope].may));
  return `This key may ${may}; ${words[needed].need} the scope ${needed}.`;
}
