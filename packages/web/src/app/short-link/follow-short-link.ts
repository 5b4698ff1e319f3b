import { ask, safeOrigin } from '../../access/index.ts';
import { ShortLinkDocument } from './operations.generated.ts';

/** Where a short link leads: a path of ours with its query, and what is handed to the page besides its address. */
export interface Target {
  readonly href: string;
  readonly token: string | null;
}

/** null: there is no such link, or it leads nowhere of ours. */
export async function followShortLink(code: string): Promise<Target | null> {
  try {
    const { shortLinkByCode: link } = await ask(ShortLinkDocument, { code });
    const href = `${link.path}${link.query}`;
    return safeOrigin(href, location.origin) === new URL(href, location.origin).href.slice(location.origin.length)
      ? { href, token: link.tokenParam }
      : null;
  } catch {
    return null;
  }
}
