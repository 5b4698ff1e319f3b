import type { Instant } from '@atrium/domain/core';
import type { CallerTokens } from '../http/token-storage.ts';
import type { Scope } from '../tenancy/index.ts';

/** Context of every resolver. Modules are captured when fields are registered, never looked up here. */
export interface GraphqlContext {
  /** null when not signed in; `tokenProblem` then tells an expired token from a missing one. */
  readonly scope: Scope | null;
  readonly tokenProblem: 'none' | 'expired' | 'invalid' | null;
  /** Client address, for rate limits and the audit log. */
  readonly address: string;
  /** Token of the request, '' for none. Some operations accept tokens that are not session tokens. */
  readonly bearer: string;
  /** Sets and clears the caller's tokens. */
  readonly tokens: CallerTokens;
  /** Aborted when the answer is no longer needed: the caller has disconnected, or the document took too long. */
  readonly signal?: AbortSignal | undefined;
}

/** Context of fields that require a signed-in caller. */
export type SignedInContext = GraphqlContext & { readonly scope: Scope };

/** Result of checking a bearer token. `expiresAt` limits every stream opened with it. */
export type Authentication =
  | { readonly scope: Scope; readonly expiresAt: Instant }
  | { readonly scope: null; readonly tokenProblem: 'none' | 'expired' | 'invalid' };

/** Checks a token. `address` is the client address. */
export type Authenticate = (token: string, address?: string) => Promise<Authentication>;

export function buildContext(
  authentication: Authentication,
  caller: Pick<GraphqlContext, 'address' | 'bearer' | 'tokens'>,
  signal?: AbortSignal,
): GraphqlContext {
  const { scope } = authentication;
  const tokenProblem = scope === null ? authentication.tokenProblem : null;
  return { scope, tokenProblem, ...caller, ...(signal === undefined ? {} : { signal }) };
}
