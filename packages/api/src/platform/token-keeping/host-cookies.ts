import type { TokenKind, TokenStorage } from './token-storage.ts';

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
export const isFromOtherSite = (site: string | string[] | undefined) => site === 'cross-site' || site === 'same-site';

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

export function parseCookies(header = ''): ReadonlyMap<string, string> {
  return new Map(
    header.split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1).trim();
      return at < 0 || value === '' ? [] : [[pair.slice(0, at).trim(), value] as const];
    }),
  );
}
