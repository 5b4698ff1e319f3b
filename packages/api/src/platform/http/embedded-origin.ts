import { parseEmbeddedPage } from '@atrium/domain/embedding';

const path = /^\/embeded\/([^?#]+)/;

/**
 * Returns the origin that a page may show in a frame, from an embedding URL (`/embeded/<base64>`); none for other URLs.
 * The page, which knows the user, checks whether the organization allows it. This header rules out all other pages and
 * origins.
 */
export function getFrameOrigins(url: string): readonly string[] {
  const code = path.exec(url)?.[1];
  if (code === undefined) return [];
  let decoded: string;
  try {
    decoded = decodeURIComponent(code);
  } catch {
    return [];
  }
  const page = parseEmbeddedPage(decoded, (text) => new URL(text));
  return page.ok ? [page.value.origin] : [];
}
