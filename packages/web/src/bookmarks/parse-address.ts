import { defaultParseSearch } from '@tanstack/react-router';

/** Splits a path with its query by the router's own rules, so that filters round-trip unchanged. */
export function parseAddress(url: string): { to: string; search: never; hash: string } {
  const { pathname, search, hash } = new URL(url, location.origin);
  return { to: pathname, search: defaultParseSearch(search) as never, hash: hash.slice(1) };
}
