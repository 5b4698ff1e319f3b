import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Only a request with the token may read the product's figures. They show how many people there are and when they work,
 * and nothing about a connection tells this machine from a proxy on it, so without a token nobody may.
 */
export function mayReadMetrics({ headers }: Pick<IncomingMessage, 'headers'>, token: string | null): boolean {
  if (token === null) return false;
  const [, brought = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqual(digest(brought), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
