/** Default page after sign-in. */
export const landingPath = '/analytics/sites';

/**
 * Returns the path to reopen after sign-in if it is ours. Anything that leaves the origin or leads back to the sign-in
 * page gives the landing page. `base` is the page's own origin.
 */
export function toSafePath(wanted: unknown, base: string): string {
  // Browsers treat a backslash as a slash. They drop control characters, which can turn a path into a host.
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return landingPath;
  let address: URL;
  try {
    address = new URL(wanted, base);
  } catch {
    return landingPath;
  }
  if (address.origin !== base || address.pathname.startsWith('//') || address.pathname === '/login') return landingPath;
  return `${address.pathname}${address.search}${address.hash}`;
}
