import { join } from '../sites/stored/index.ts';

/** What an address of the product names. */
export type Addressed = 'installation' | 'zone' | 'dashboard' | 'page';

/** The other spelling of one name; null when there is none. `within` is a page's dashboard, as the address has it. */
export type Respelling = (kind: Addressed, word: string, within: string) => string | null;

const word = String.raw`(\{[^{}"%]+\}|\d+)(?=[/?#&]|$)`;
const section = new RegExp(`^/(counting|atmosphere|energy)/${word}`);
const page = new RegExp(`^/dashboard/${word}/page/${word}`);
const zone = new RegExp(`([?&]zone=)${word}`);

/**
 * An address with the ids in it (`/counting/3?zone=7`) turned into keys (`/counting/{arcades}?zone={arcades/ground}`), or
 * back: files hold no ids. null when something it names is unknown.
 */
export function respell(address: string, convert: Respelling): string | null {
  let isKnown = true;
  const put = (kind: Addressed, found: string, within = '') => {
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

/** The key inside `{…}`; null for an id. */
export const keyIn = (word: string): string | null => (word.startsWith('{') ? word.slice(1, -1) : null);

/** The key of the record that an address names. */
export function recordKey(kind: Addressed, key: string, within: string): string {
  if (kind === 'page') return join(within, key);
  const slash = key.indexOf('/');
  return kind === 'zone' ? join(key.slice(0, slash), key.slice(slash + 1)) : key;
}
