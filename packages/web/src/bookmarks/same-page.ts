/**
 * An address of the product in the one form it is compared in: filters in another order are the same page, and so is a
 * trailing slash. `url` is a path with its query.
 */
export function pageKey(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://product.invalid');
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).toSorted();
  return [pathname.replace(/(.)\/$/, '$1'), ...query].join('\n');
}
