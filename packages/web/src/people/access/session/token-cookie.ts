/** Lifetime of a token in the browser, seconds. Equals that of the server-side session. */
const lifetime = 10 * 60 * 60;
/** Lifetime of a device id, seconds. The server enforces its own 180 days. */
const deviceLifetime = 180 * 24 * 60 * 60;

/** Cookies and address of the page: `document` and `location`, or fakes. */
export interface CookieJar {
  readonly document: { cookie: string };
  readonly location: { readonly protocol: string; readonly hostname: string };
}

/** This browser's access tokens, shared by all tabs. */
export interface TokenStore {
  /** The token for requests: while viewing as another user, that user's. */
  read(): string | null;
  /**
   * Stores the user's own token. False if the browser refused the cookie (blocked, or plain http on another machine).
   */
  write(token: string): boolean;
  /** Clears both tokens. */
  clear(): void;
  /** False for a token that outlived the browser session in which it was stored. */
  writtenInThisBrowserSession(): boolean;
  /** The token for viewing as another user; null if not viewing as another. */
  readViewAs(): string | null;
  /** Stored beyond its expiry, so that an expired token can be distinguished from a missing one. */
  writeViewAs(token: string, clockAhead?: number): boolean;
  /** ms this browser's clock was ahead of the server's when viewing as another user began. */
  readClockAhead(): number;
  /** The user's own token, even while viewing as another. */
  readOwn(): string | null;
  /**
   * This browser's device id, by which sign-in attempts are counted and codes may be skipped. Null if never signed in
   * here. Outlives the session.
   */
  readDevice(): string | null;
  writeDevice(id: string): void;
}

/**
 * Builds the token store on cookies. Names start with the environment, so that staging and production can share a
 * domain.
 */
export function createTokenCookie({ environment, domain }: CookieSettings, jar: CookieJar): TokenStore {
  const [token, session, viewAs, ahead, device] = ['token', 'session', 'view-as', 'clock-ahead', 'device'].map(
    (name) => `${environment}-atrium-${name}`,
  ) as [string, string, string, string, string];
  const ofHost = `; path=/; samesite=strict${needsSecure(jar.location) ? '; secure' : ''}`;
  const shared = domain === null ? ofHost : `; domain=${domain}${ofHost}`;
  const read = (name: string) => readCookie(jar.document.cookie, name);
  const forget = (name: string, attributes: string) => {
    jar.document.cookie = `${name}=; max-age=0${attributes}`;
  };
  const write = (name: string, value: string, life: string) => {
    // A leftover host-only cookie from before the domain setting would hide the shared one.
    if (domain !== null) forget(name, ofHost);
    jar.document.cookie = `${name}=${encodeURIComponent(value)}${life}${shared}`;
    return read(name) === value;
  };
  const keep = (name: string, value: string, seconds: number) => write(name, value, `; max-age=${seconds}`);
  return {
    read: () => read(viewAs) ?? read(token),
    write(value) {
      const isKept = keep(token, value, lifetime);
      write(session, '1', '');
      return isKept;
    },
    clear() {
      for (const name of [token, session, viewAs, ahead])
        for (const attributes of new Set([ofHost, shared])) forget(name, attributes);
    },
    writtenInThisBrowserSession: () => read(session) !== null,
    readViewAs: () => read(viewAs),
    writeViewAs(value, clockAhead = 0) {
      keep(ahead, String(clockAhead), lifetime);
      return keep(viewAs, value, lifetime);
    },
    readClockAhead: () => Number(read(ahead)) || 0,
    readOwn: () => read(token),
    readDevice: () => read(device),
    writeDevice: (id) => void keep(device, id, deviceLifetime),
  };
}

/** Returns the value of a cookie in a `document.cookie` text; null if it is absent, empty or not decodable. */
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

/** Tells whether cookies need `Secure`. Only loopback addresses may store tokens over plain http. */
export function needsSecure(location: CookieJar['location']): boolean {
  const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(location.hostname);
  return !(location.protocol === 'http:' && loopback);
}

/** Cookie settings of the session, as the server writes them into the page. */
interface CookieSettings {
  /** Prefix of the cookies' names. */
  readonly environment: string;
  /** Domain whose hosts share the cookies; null for this host only. */
  readonly domain: string | null;
}

/**
 * Reads the cookie settings. A page not sent by our server (in development) has none, so the build mode is the prefix.
 */
export function readCookieSettings(page: ParentNode, build: string): CookieSettings {
  const told = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name="cookie-${name}"]`)?.content || null;
  return { environment: told('environment') ?? build, domain: told('domain') };
}

interface BorrowableTokens extends TokenStore {
  /** Makes this page use that token. The browser's own tokens stay unchanged. */
  borrow(token: string): void;
  isBorrowing(): boolean;
}

/**
 * The browser's tokens, which a page can override with one it was given. The override lives as long as the page. In a
 * frame of another site cookies are not stored, and the browser's own user must stay signed in.
 */
export function createBorrowableTokens(own: TokenStore): BorrowableTokens {
  let borrowed: string | null = null;
  return {
    ...own,
    read: () => borrowed ?? own.read(),
    readOwn: () => borrowed ?? own.readOwn(),
    // A borrowed token already views as that user.
    readViewAs: () => (borrowed === null ? own.readViewAs() : null),
    writeViewAs: (token, clockAhead) => borrowed === null && own.writeViewAs(token, clockAhead),
    write(token) {
      if (borrowed === null) return own.write(token);
      borrowed = token;
      return true;
    },
    clear() {
      if (borrowed === null) own.clear();
      borrowed = null;
    },
    writtenInThisBrowserSession: () => borrowed !== null || own.writtenInThisBrowserSession(),
    borrow(token) {
      borrowed = token;
    },
    isBorrowing: () => borrowed !== null,
  };
}
