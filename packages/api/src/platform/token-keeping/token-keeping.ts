import type { IncomingHttpHeaders } from 'node:http';

/** What a token is good for, and so the place it is kept in: a session, one in which somebody looks as another, a code to come. */
export type TokenKind = 'token' | 'view-as' | 'code';

/** How an installation keeps the tokens it gives out, for the request with these headers. */
export type TokenKeeping = (headers: IncomingHttpHeaders) => CallerTokens;

/** The tokens of whoever asks. */
export interface CallerTokens {
  /** The token that a text stands for which came along; one that is nobody's where it stands for none. */
  proven(brought: string): string;
  /** Gives a token to whoever asks: what the answer tells of it. */
  give(kind: TokenKind, token: string): string;
  /** Takes back what they keep. */
  forget(...kinds: readonly TokenKind[]): void;
  /** What the answer must set for it. */
  readonly cookies: readonly string[];
}

/** Pages keep what an answer tells them, and bring it along. */
export const keptByPages: TokenKeeping = () => ({
  proven: (brought) => brought,
  give: (_kind, token) => token,
  forget: () => {},
  cookies: [],
});
