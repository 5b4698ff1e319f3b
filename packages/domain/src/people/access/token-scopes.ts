/** What a token may do, in the names of the API. A token for sending may never expire; any other always does. */
export const tokenScopes = [
  'readings:write',
  'devices:write',
  'receipts:write',
  'sites:read',
  'measurements:read',
  'alerts:read',
  'alerts:write',
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
  'alerts:write': { may: 'acknowledge and mute alerts', need: 'changes of alerts need' },
};

/** Returns the message for a request that needs a scope which its token lacks. */
export function describeMissingScope(scopes: readonly TokenScope[], needed: TokenScope): string {
  const may = new Intl.ListFormat('en').format(scopes.map((scope) => words[scope].may));
  return `This key may ${may}; ${words[needed].need} the scope ${needed}.`;
}
