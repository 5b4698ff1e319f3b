const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The origins whose pages may call the API: that of the public address, and its other names when it is this machine
 * itself. A request that names no origin does not come from a page.
 */
export function originsOf(publicUrl: string): readonly string[] {
  const url = new URL(publicUrl);
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((host) => {
    const alias = new URL(url);
    alias.hostname = host;
    return alias.origin;
  });
}

export function isForeign(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin !== undefined && !allowed.includes(origin);
}
