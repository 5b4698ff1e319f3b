import type { Instant } from '@atrium/domain/core';
import type { Scope } from '../tenancy/index.ts';
import type { CallerTokens } from '../token-keeping/index.ts';

/** What every resolver is given. Modules are closed over when fields are registered, never looked up here. */
export interface GraphqlContext {
  /** null: nobody is signed in. The reason tells an expired token from none. */
  readonly scope: Scope | null;
  readonly tokenProblem: 'none' | 'expired' | 'invalid' | null;
  /** The caller's, for limits and the audit log. */
  readonly address: string;
  /** The token that came along, '' for none: some operations take one that is no session's. */
  readonly bearer: string;
  /** How tokens are given to the caller, and taken from them. */
  readonly tokens: CallerTokens;
  /** Aborted when nobody waits for the answer any more: the caller has left, or the document took too long. */
  readonly signal?: AbortSignal | undefined;
}

/** The context of a field whose access declaration lets nobody through who is not signed in. */
export type SignedInContext = GraphqlContext & { readonly scope: Scope };

/** What the access module says about a bearer token. `expiresAt` bounds every stream opened with it. */
export type Authentication =
  | { readonly scope: Scope; readonly expiresAt: Instant }
  | { readonly scope: null; readonly tokenProblem: 'none' | 'expired' | 'invalid' };

/** `address`: where the request came from that the scope is for. */
export type Authenticate = (token: string, address?: string) => Promise<Authentication>;

export function contextOf(
  authentication: Authentication,
  caller: Pick<GraphqlContext, 'address' | 'bearer' | 'tokens'>,
  signal?: AbortSignal,
): GraphqlContext {
  const { scope } = authentication;
  const tokenProblem = scope === null ? authentication.tokenProblem : null;
  return { scope, tokenProblem, ...caller, ...(signal === undefined ? {} : { signal }) };
}
