import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isOnThisMachine } from '../addresses/index.ts';

/**
 * Who may read the product's figures: whoever brings the token, where one is set; else whoever asks from this machine.
 * They tell how many people there are and when they work.
 */
export function mayReadMetrics(request: IncomingMessage, token: string | null): boolean {
  if (token === null) return isOnThisMachine(request);
  const [, brought = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return timingSafeEqual(digest(brought), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
