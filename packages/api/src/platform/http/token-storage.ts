import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Scope } from '../tenancy/index.ts';

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

/** Lifetime of each cookie in seconds, as long as its session may last. */
const lives: Readonly<Record<TokenKind, number>> = { token: 36_000, 'view-as': 36_000, code: 1200 };
const kinds = Object.keys(lives) as TokenKind[];

/** Prefix of every token name; no token starts with it. */
const prefix = 'named.';
/** Name of the one-time-code token: a browser has at most one. */
const codeName = `${prefix}code`;
/** Looks like a token but is never valid. */
const invalidToken = 'unproven';

/**
 * Stores tokens in host-only cookies that scripts cannot read. Pages get only a token's name, with the session id and
 * expiry but no proof. They send the name in a header, in place of the token. A forged request carries the cookies but
 * not the name, so it is not authenticated; neither is a name without its cookie. A real token in place of the name is
 * ignored.
 */
export function createHostCookieStorage(environment: string): TokenStorage {
  const cookieOf = (kind: TokenKind) => `__Host-${environment}-atrium-${kind}`;
  const set = (kind: TokenKind, value: string, seconds: number) =>
    `${cookieOf(kind)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`;
  return (headers) => {
    const cookies: string[] = [];
    const held = isFromOtherSite(headers['sec-fetch-site']) ? new Map<string, string>() : parseCookies(headers.cookie);
    return {
      cookies,
      proven(brought) {
        if (brought === '') return '';
        const session = sessionNamed(brought);
        const kind = kinds.find((each) => {
          const token = held.get(cookieOf(each));
          if (token === undefined) return false;
          return each === 'code' ? brought === codeName : session !== null && claimsOf(token)?.sid === session;
        });
        return (kind && held.get(cookieOf(kind))) ?? invalidToken;
      },
      give(kind, token) {
        cookies.push(set(kind, token, lives[kind]));
        return kind === 'code' ? codeName : nameOf(token);
      },
      forget(...over) {
        cookies.push(...over.map((kind) => set(kind, '', 0)));
      },
    };
  };
}

/** Browsers report where a request comes from; requests without the header come from other programs. */
const isFromOtherSite = (site: string | string[] | undefined) => site === 'cross-site' || site === 'same-site';

/** Encoded like a token, because pages read the times from its second part. */
function nameOf(token: string): string {
  const { sid, iat, exp } = claimsOf(token) ?? {};
  return `${prefix}${Buffer.from(JSON.stringify({ sid, iat, exp })).toString('base64url')}`;
}

function sessionNamed(name: string): string | null {
  const sid = name.startsWith(prefix) ? claimsOf(name)?.sid : null;
  return typeof sid === 'string' ? sid : null;
}

function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' ? (claims as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function parseCookies(header = ''): ReadonlyMap<string, string> {
  return new Map(
    header.split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1).trim();
      return at < 0 || value === '' ? [] : [[pair.slice(0, at).trim(), value] as const];
    }),
  );
}

/** Finds the owner of a token; null when it is invalid. */
type Authenticate = (token: string) => Promise<{ readonly scope: Pick<Scope, 'role' | 'viewedBy'> | null }>;

/**
 * Returns a check whether a request comes from an administrator in an ordinary session. For read-only pages that the
 * server renders itself, for which a cookie alone is enough.
 */
export const createAdministratorCheck =
  (authenticate: Authenticate, environment: string) =>
  async ({ headers }: Pick<IncomingMessage, 'headers'>): Promise<boolean> => {
    const token = readToken(headers, environment);
    if (token === '') return false;
    const { scope } = await authenticate(token);
    return scope?.role === 'admin' && scope.viewedBy === null;
  };

/**
 * Returns the bearer token or the one in this browser's cookie. Empty when there is none, or when another site caused
 * the request.
 */
function readToken(headers: IncomingHttpHeaders, environment: string): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return bearer;
  if (isFromOtherSite(headers['sec-fetch-site'])) return '';
  const cookies = parseCookies(headers.cookie);
  const name = `${environment}-atrium-token`;
  return cookies.get(`__Host-${name}`) ?? cookies.get(name) ?? '';
}
