import type { TokenKeeping, TokenKind } from './token-keeping.ts';

/** Seconds a browser keeps each: as long as what it is for may last. */
const lives: Readonly<Record<TokenKind, number>> = { token: 36_000, 'view-as': 36_000, code: 1200 };
const kinds = Object.keys(lives) as TokenKind[];

/** What every name begins with; no token does. */
const prefix = 'named.';
/** Of what a code is handed in with: a browser has one at a time. */
const nameOfHalf = `${prefix}code`;
/** Reads as a token, and is none. */
const nobodys = 'unproven';

/**
 * Tokens in cookies that no script can read and no other host set. Pages are told the name of a token: which session it
 * is for and until when, without what proves it. They bring the name in a header, as they would the token; so a request
 * that a browser was tricked into, which has the cookies and not the name, is nobody's, and so is a name without its
 * cookie. A token that somebody brings in the place of its name is not looked at.
 */
export function keptInHostCookies(environment: string): TokenKeeping {
  const cookieOf = (kind: TokenKind) => `__Host-${environment}-atrium-${kind}`;
  const set = (kind: TokenKind, value: string, seconds: number) =>
    `${cookieOf(kind)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`;
  return (headers) => {
    const cookies: string[] = [];
    const held = isFromElsewhere(headers['sec-fetch-site']) ? new Map<string, string>() : cookiesIn(headers.cookie);
    return {
      cookies,
      proven(brought) {
        if (brought === '') return '';
        const session = sessionNamed(brought);
        const kind = kinds.find((each) => {
          const token = held.get(cookieOf(each));
          if (token === undefined) return false;
          return each === 'code' ? brought === nameOfHalf : session !== null && claimsOf(token)?.sid === session;
        });
        return (kind && held.get(cookieOf(kind))) ?? nobodys;
      },
      give(kind, token) {
        cookies.push(set(kind, token, lives[kind]));
        return kind === 'code' ? nameOfHalf : nameOf(token);
      },
      forget(...over) {
        cookies.push(...over.map((kind) => set(kind, '', 0)));
      },
    };
  };
}

/** Browsers say where a request comes from; whoever says nothing is no browser. */
export const isFromElsewhere = (site: string | string[] | undefined) => site === 'cross-site' || site === 'same-site';

/** Read as a token is by pages: the times are in its second part. */
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

export function cookiesIn(header = ''): ReadonlyMap<string, string> {
  return new Map(
    header.split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1).trim();
      return at < 0 || value === '' ? [] : [[pair.slice(0, at).trim(), value] as const];
    }),
  );
}
