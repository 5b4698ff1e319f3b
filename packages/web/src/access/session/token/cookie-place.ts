/** Where the session's cookies are kept, as the server says in the page. */
export interface CookiePlace {
  /** Their names begin with it. */
  readonly environment: string;
  /** The domain whose hosts share them; null: this host alone. */
  readonly domain: string | null;
}

/** A page that no server of ours sent, as while developing, says nothing: then the kind of build names them. */
export function readCookiePlace(page: ParentNode, build: string): CookiePlace {
  const told = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name="cookie-${name}"]`)?.content || null;
  return { environment: told('environment') ?? build, domain: told('domain') };
}
