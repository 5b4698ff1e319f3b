import { defaultParseSearch } from '@tanstack/react-router';

/**
 * A path of the product with its query, taken apart as the router takes it. Read and written by the router's own rules,
 * the filters come out as they were.
 */
export function addressOf(url: string): { to: string; search: never; hash: string } {
  const { pathname, search, hash } = new URL(url, location.origin);
  return { to: pathname, search: defaultParseSearch(search) as never, hash: hash.slice(1) };
}
