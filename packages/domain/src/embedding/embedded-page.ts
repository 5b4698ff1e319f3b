import { err, ok, type Result } from '../core/index.ts';

/** Why an address can't be shown in a frame: it cannot be read at all, or it is no web page. */
export type EmbedRefusal = 'unreadable' | 'not a web page';

export interface EmbeddedPage {
  /** Absolute http or https address. */
  readonly href: string;
  readonly origin: string;
}

/** The parts of an address both runtimes can take apart; domain has no parser of its own. */
export interface AddressParts {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
}

/** Characters; longer addresses are refused by browsers and servers on the way. */
const longest = 8000;

/**
 * The page an embedding path names: base64 of its address, plain or url-safe, padded or not. `parse` is the runtime's
 * own address parser and may throw. Only http(s) without credentials is a page to show.
 */
export function readEmbedded(code: string, parse: (text: string) => AddressParts): Result<EmbeddedPage, EmbedRefusal> {
  const text = code.length > longest ? null : textOfBase64(code);
  if (text === null) return err('unreadable');
  let address: AddressParts;
  try {
    address = parse(text);
  } catch {
    return err('unreadable');
  }
  if (
    !/^https?:$/.test(address.protocol) ||
    !webOrigin.test(address.origin) ||
    address.username !== '' ||
    address.password !== ''
  )
    return err('not a web page');
  return ok({ href: address.href, origin: address.origin });
}

/** Whether the organization's list, or the product's own origin, covers the page. */
export function mayEmbed(page: EmbeddedPage, allowed: readonly string[], own: string): boolean {
  return page.origin === own || allowed.includes(page.origin);
}

/** Narrower than what parsers accept: `*`, `;` and `,` pass as parts of a host, and mean something in a content policy. */
const webOrigin = /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** UTF-8 text of base64 in either alphabet; null when it is none. A space is a plus that an address decoder ate. */
export function textOfBase64(code: string): string | null {
  const plain = code
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(' ', '+')
    .replace(/={1,2}$/, '');
  if (plain === '' || plain.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(plain)) return null;
  let bits = 0;
  let held = 0;
  let escaped = '';
  for (const character of plain) {
    held = ((held << 6) | alphabet.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      escaped += `%${((held >> bits) & 0xff).toString(16).padStart(2, '0')}`;
    }
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return null;
  }
}
