/** Seconds a token stays in the browser: as long as the server-side session it belongs to. */
const lifetime = 10 * 60 * 60;

/** Where cookies are kept and what address the page has: `document` and `location`, or stand-ins for them. */
export interface CookieJar {
  readonly document: { cookie: string };
  readonly location: { readonly protocol: string; readonly hostname: string };
}

/** The access token as this browser keeps it, shared by all tabs. */
export interface TokenStore {
  read(): string | null;
  /** False when the browser refused the cookie (blocked, or a plain-http page that is not this machine). */
  write(token: string): boolean;
  clear(): void;
  /** False for a token that outlived the browser session it was stored in. */
  writtenInThisBrowserSession(): boolean;
}

/** Cookies named after the environment, so that a staging sign-in on the same domain never meets the production one. */
export function createTokenCookie(environment: string, jar: CookieJar): TokenStore {
  const tokenName = `${environment}-atrium-token`;
  const sessionName = `${environment}-atrium-session`;
  const attributes = `; path=/; samesite=strict${needsSecure(jar.location) ? '; secure' : ''}`;
  const read = (name: string) => readCookie(jar.document.cookie, name);
  return {
    read: () => read(tokenName),
    write(token) {
      jar.document.cookie = `${tokenName}=${encodeURIComponent(token)}; max-age=${lifetime}${attributes}`;
      jar.document.cookie = `${sessionName}=1${attributes}`;
      return read(tokenName) === token;
    },
    clear() {
      for (const name of [tokenName, sessionName]) jar.document.cookie = `${name}=; max-age=0${attributes}`;
    },
    writtenInThisBrowserSession: () => read(sessionName) !== null,
  };
}

/** The value of one cookie of a `document.cookie` text; null when it is absent, empty or not decodable. */
export function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(at + 1).trim()) || null;
    } catch {
      return null;
    }
  }
  return null;
}

/** Only a page on this very machine may keep its token over plain http. */
export function needsSecure(location: CookieJar['location']): boolean {
  const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(location.hostname);
  return !(location.protocol === 'http:' && loopback);
}
