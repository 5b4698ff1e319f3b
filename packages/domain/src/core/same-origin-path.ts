import { type Failure, failure } from './error-codes.ts';
import { err, ok, type Result } from './result.ts';

declare const sameOrigin: unique symbol;

/**
 * An address inside the product: a path with one leading slash, then perhaps a query and a fragment. However a browser
 * or a router resolves or decodes it, it stays on the product's own origin. Whatever people hand in as an address
 * (bookmarks, short links, custom links) passes here before it is stored or followed.
 */
export type SameOriginPath = string & { readonly [sameOrigin]: true };

/** Characters; a page with every filter set is far below. */
export const longestPath = 4000;

/** Invisible or blank characters, halves of surrogate pairs, and the backslash, which browsers read as a slash. */
const hostile = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;
/** More layers of encoding than anybody means. */
const mostLayers = 5;

/** BAD_INPUT unless the text is a path of the product: no scheme, no host, no backslash, no control characters. */
export function parseSameOriginPath(text: string, field?: string): Result<SameOriginPath, Failure> {
  const isFine = text.length <= longestPath && !hostile.test(text) && staysInside(text.split(/[?#]/, 1)[0] ?? '');
  return isFine
    ? ok(text as SameOriginPath)
    : err(failure('BAD_INPUT', 'An address starts with one slash and stays inside the product, like /counting', field));
}

/** The path, the query with its `?` and the fragment with its `#`; the last two are empty where there are none. */
export function partsOfPath(address: SameOriginPath): {
  readonly path: string;
  readonly query: string;
  readonly hash: string;
} {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/u.exec(address) ?? [];
  return { path, query, hash };
}

/**
 * `/..//host` and its encoded forms become `//host`, another origin, once somebody resolves them: so no dot segments,
 * no backslash and no double slash in front, on any layer of encoding.
 */
function staysInside(path: string): boolean {
  if (!isDecodable(path)) return false;
  let layer = path;
  for (let depth = 0; depth < mostLayers; depth += 1) {
    if (!/^\/(?!\/)/.test(layer) || /[\p{Cc}\\]/u.test(layer) || layer.split('/').some(isDotSegment)) return false;
    const inner = layer.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (inner === layer) return true;
    layer = inner;
  }
  return false;
}

const isDotSegment = (segment: string) => segment === '.' || segment === '..';

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** `https` with a host of its own and neither name nor password in it: where a link may lead outside the product. */
const outside = /^https:\/\/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?([/?#].*)?$/i;

/** Whether a text is an address on the web that a custom link may open. */
export function isOutsideAddress(text: string): boolean {
  return text.length <= longestPath && !hostile.test(text) && outside.test(text);
}
