const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns the origins whose pages may call the API: that of the public URL, and its aliases when it is a loopback
 * address. A request without an origin does not come from a page.
 */
export function getAllowedOrigins(publicUrl: string): readonly string[] {
  const url = new URL(publicUrl);
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((host) => {
    const alias = new URL(url);
    alias.hostname = host;
    return alias.origin;
  });
}

export function isForeignOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin !== undefined && !allowed.includes(origin);
}
