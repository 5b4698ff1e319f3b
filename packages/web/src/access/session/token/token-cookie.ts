import type { CookiePlace } from './cookie-place.ts';

/** Seconds a token stays in the browser: as long as the server-side session it belongs to. */
const lifetime = 10 * 60 * 60;
/** Seconds a browser is known again, six months; the server's own count of 180 days decides. */
const deviceLifetime = 180 * 24 * 60 * 60;

/** Where cookies are kept and what address the page has: `document` and `location`, or stand-ins for them. */
export interface CookieJar {
  readonly document: { cookie: string };
  readonly location: { readonly protocol: string; readonly hostname: string };
}

/** The access token as this browser keeps it, shared by all tabs. */
export interface TokenStore {
  /** The token requests are made with: while somebody looks as another person, that one. */
  read(): string | null;
  /** One's own token. False when the browser refused the cookie (blocked, or a plain-http page that is not this machine). */
  write(token: string): boolean;
  /** Forgets both tokens. */
  clear(): void;
  /** False for a token that outlived the browser session it was stored in. */
  writtenInThisBrowserSession(): boolean;
  /** The token of looking as another person; null for people who are themselves. */
  readViewAs(): string | null;
  /** Kept longer than it is good for, so that its end is seen and not mistaken for never having been. */
  writeViewAs(token: string, clockAhead?: number): boolean;
  /** Ms this browser's clock ran ahead of the server's when looking as another began. */
  readClockAhead(): number;
  /** One's own token, whoever one looks as. */
  readOwn(): string | null;
  /** What this browser is known by, so that its tries count apart and it may skip one-time codes; null when nobody signed in here. Outlives the session. */
  readDevice(): string | null;
  writeDevice(id: string): void;
}

/** Cookies named after the environment, so that a staging sign-in on the same domain never meets the production one. */
export function createTokenCookie({ environment, domain }: CookiePlace, jar: CookieJar): TokenStore {
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
    // One of this host alone, from before there was a domain, would be read in the place of the shared one.
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
