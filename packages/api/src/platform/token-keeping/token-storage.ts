import type { IncomingHttpHeaders } from 'node:http';

/**
 * Kind of a token, which determines its cookie: for a session, for viewing as another user, or for a pending one-time
 * code.
 */
export type TokenKind = 'token' | 'view-as' | 'code';

/** Returns the token storage for the request with these headers. */
export type TokenStorage = (headers: IncomingHttpHeaders) => CallerTokens;

/** Tokens of the caller. */
export interface CallerTokens {
  /** Resolves what the caller sent to a token; returns an invalid one when nothing matches. */
  proven(brought: string): string;
  /** Stores a token for the caller and returns what the response body contains for it. */
  give(kind: TokenKind, token: string): string;
  /** Deletes the caller's stored tokens. */
  forget(...kinds: readonly TokenKind[]): void;
  /** `Set-Cookie` headers of the response. */
  readonly cookies: readonly string[];
}

/** Pages store the token from the response and send it with each request. */
export const pageStorage: TokenStorage = () => ({
  proven: (brought) => brought,
  give: (_kind, token) => token,
  forget: () => {},
  cookies: [],
});
