import { err, ok, type Result } from '../../core/index.ts';

/** Why a URL can't be embedded. */
export type EmbedRefusal = 'unreadable' | 'not a web page';

export interface EmbeddedPage {
  /** Absolute http or https URL. */
  readonly href: string;
  readonly origin: string;
}

/** Parts of a parsed URL. The domain has no URL parser of its own; both runtimes provide one. */
export interface UrlParts {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
}

/** Maximum characters. Browsers and servers refuse longer URLs. */
const longest = 8000;

/**
 * Reads the page in an embedding path: its URL in base64, plain or url-safe, with or without padding. `parse` is the
 * runtime's URL parser and may throw. Only http(s) URLs without credentials are valid.
 */
export function parseEmbeddedPage(code: string, parse: (text: string) => UrlParts): Result<EmbeddedPage, EmbedRefusal> {
  const text = code.length > longest ? null : decodeBase64(code);
  if (text === null) return err('unreadable');
  let address: UrlParts;
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

/** Whether the page has the product's own origin or one on the organization's list. */
export function canEmbed(page: EmbeddedPage, allowed: readonly string[], own: string): boolean {
  return page.origin === own || allowed.includes(page.origin);
}

/**
 * Stricter than URL parsers: they accept `*`, `;` and `,` in hosts, which have a meaning in a content security policy.
 */
const webOrigin = /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes base64 in either alphabet to UTF-8. Null if invalid. A space is a plus that URL decoding has replaced. */
export function decodeBase64(code: string): string | null {
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
