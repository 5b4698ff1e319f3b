/** Cookie settings of the session, as the server writes them into the page. */
export interface CookieSettings {
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
