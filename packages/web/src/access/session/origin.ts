/** Where people land who asked for nothing else. */
export const landing = '/analytics/sites';

/**
 * The path to reopen after sign-in, as far as it is one of ours: anything that would leave the origin, or lead back to
 * the sign-in page, gives the landing page. `base` is the page's own origin.
 */
export function safeOrigin(wanted: unknown, base: string): string {
  // A backslash is a slash to browsers; control characters are dropped by them, which can turn a path into a host.
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return landing;
  let address: URL;
  try {
    address = new URL(wanted, base);
  } catch {
    return landing;
  }
  if (address.origin !== base || address.pathname.startsWith('//') || address.pathname === '/login') return landing;
  return `${address.pathname}${address.search}${address.hash}`;
}
