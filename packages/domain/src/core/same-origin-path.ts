import { err, type Failure, failure, ok, type Result } from './result.ts';

declare const sameOrigin: unique symbol;

/**
 * A path inside the product: one leading slash, optionally a query and a fragment. However a browser or router resolves
 * or decodes it, it stays on the product's origin. Every URL from users (bookmarks, short links, custom links) is
 * parsed here before it is stored or followed.
 */
export type SameOriginPath = string & { readonly [sameOrigin]: true };

/** In characters. A page with every filter set stays far below it. */
export const maxPathLength = 4000;

/** Invisible or blank characters, lone surrogates, and the backslash, which browsers read as a slash. */
const hostile = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\\]/u;
/** More layers of encoding than any legitimate URL has. */
const maxLayers = 5;

/** Parses a path of the product: no scheme, host, backslash or control characters. Fails with BAD_INPUT. */
export function parseSameOriginPath(text: string, field?: string): Result<SameOriginPath, Failure> {
  const isFine = text.length <= maxPathLength && !hostile.test(text) && staysInside(text.split(/[?#]/, 1)[0] ?? '');
  return isFine
    ? ok(text as SameOriginPath)
    : err(failure('BAD_INPUT', 'An address starts with one slash and stays inside the product, like /counting', field));
}

/** Splits a path into path, query with its `?` and fragment with its `#`. The last two may be empty. */
export function splitPath(address: SameOriginPath): {
  readonly path: string;
  readonly query: string;
  readonly hash: string;
} {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/u.exec(address) ?? [];
  return { path, query, hash };
}

/**
 * Rejects paths like `/..//host`, which resolve to `//host`, another origin. So no layer of encoding may contain dot
 * segments, backslashes or a leading double slash.
 */
function staysInside(path: string): boolean {
  if (!isDecodable(path)) return false;
  let layer = path;
  for (let depth = 0; depth < maxLayers; depth += 1) {
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

/** External links must use `https` and have a host, without user name and password. */
const outside = /^https:\/\/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?([/?#].*)?$/i;

/** Whether a string is an external URL that a custom link may open. */
export function isExternalUrl(text: string): boolean {
  return text.length <= maxPathLength && !hostile.test(text) && outside.test(text);
}
