import { joinKey } from '../../sites/stored/index.ts';

/** Kinds of records that a URL of the product can contain. */
export type AddressedKind = 'installation' | 'zone' | 'dashboard' | 'page';

/**
 * Returns a record's id or key for the other one, or null if unknown. `within` is a page's dashboard, as in the URL.
 */
export type RewriteId = (kind: AddressedKind, word: string, within: string) => string | null;

const word = String.raw`(\{[^{}"%]+\}|\d+)(?=[/?#&]|$)`;
const section = new RegExp(`^/(counting|atmosphere|energy)/${word}`);
const page = new RegExp(`^/dashboard/${word}/page/${word}`);
const zone = new RegExp(`([?&]zone=)${word}`);

/**
 * Rewrites the ids in a URL (`/counting/3?zone=7`) to keys (`/counting/{arcades}?zone={arcades/ground}`), or back,
 * since files have no ids. Returns null if a record is unknown.
 */
export function rewriteIds(address: string, convert: RewriteId): string | null {
  let isKnown = true;
  const put = (kind: AddressedKind, found: string, within = '') => {
    const spelt = convert(kind, found, within);
    if (spelt === null) isKnown = false;
    return spelt ?? found;
  };
  const spelt = address
    .replace(section, (_, name: string, found: string) => `/${name}/${put('installation', found)}`)
    .replace(
      page,
      (_, of: string, found: string) => `/dashboard/${put('dashboard', of)}/page/${put('page', found, of)}`,
    )
    .replace(zone, (_, before: string, found: string) => `${before}${put('zone', found)}`);
  return isKnown ? spelt : null;
}

/** Returns the key inside `{…}`, or null for an id. */
export const parseKey = (word: string): string | null => (word.startsWith('{') ? word.slice(1, -1) : null);

/** Returns the stored key of the record that a URL names. */
export function toRecordKey(kind: AddressedKind, key: string, within: string): string {
  if (kind === 'page') return joinKey(within, key);
  const slash = key.indexOf('/');
  return kind === 'zone' ? joinKey(key.slice(0, slash), key.slice(slash + 1)) : key;
}
