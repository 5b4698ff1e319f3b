import { readEmbedded } from '@atrium/domain/embedding';

const path = /^\/embeded\/([^?#]+)/;

/**
 * The origin a page needs to show in a frame, taken from an embedding address (`/embeded/<base64>`); none for any other.
 * Whether the organization allows it is decided by the page, which knows who looks: this keeps every other page, and
 * every other origin, out of frames.
 */
export function embeddedOrigin(url: string): readonly string[] {
  const code = path.exec(url)?.[1];
  if (code === undefined) return [];
  let decoded: string;
  try {
    decoded = decodeURIComponent(code);
  } catch {
    return [];
  }
  const page = readEmbedded(decoded, (text) => new URL(text));
  return page.ok ? [page.value.origin] : [];
}
