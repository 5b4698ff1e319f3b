/**
 * Normalizes an address for comparison: ignores the order of filters and a trailing slash. `url` is a path with its
 * query.
 */
export function toPageKey(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://product.invalid');
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).toSorted();
  return [pathname.replace(/(.)\/$/, '$1'), ...query].join('\n');
}
