import { ask, toSafePath } from '../people/access/index.ts';
import { ShortLinkDocument } from './operations.generated.ts';

/** Target of a short link: a path of ours with its query, and the navigation state for the page. */
export interface ShortLinkTarget {
  readonly href: string;
  readonly token: string | null;
}

/** Resolves a short link. Returns null if it does not exist or leads outside the app. */
export async function followShortLink(code: string): Promise<ShortLinkTarget | null> {
  try {
    const { shortLinkByCode: link } = await ask(ShortLinkDocument, { code });
    const href = `${link.path}${link.query}`;
    return toSafePath(href, location.origin) === new URL(href, location.origin).href.slice(location.origin.length)
      ? { href, token: link.tokenParam }
      : null;
  } catch {
    return null;
  }
}
