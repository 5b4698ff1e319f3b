import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoredScreen } from './screen.ts';

export type LinkOf = Pick<StoredScreen, 'id' | 'generation'>;

/**
 * The token of a screen's public page: `<id>.<generation>.<signature>`, 128 bits of which nobody can guess. A copy of the
 * database opens no screen, for it holds nothing that a link is made of but two numbers.
 */
export function screenToken(secret: string, { id, generation }: LinkOf): string {
  return `${id}.${generation}.${signatureOf(secret, { id, generation })}`;
}

/** Which screen a token was made for, and in which generation; null: it is not one of ours. Asks no store. */
export function readScreenToken(secret: string, token: string): LinkOf | null {
  const match = /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([\w-]{22})$/.exec(token);
  if (match === null) return null;
  const link = { id: Number(match[1]), generation: Number(match[2]) };
  const [given, due] = [Buffer.from(match[3] as string), Buffer.from(signatureOf(secret, link))];
  return timingSafeEqual(given, due) ? link : null;
}

function signatureOf(secret: string, { id, generation }: LinkOf): string {
  const whole = createHmac('sha256', secret).update(`link ${generation} of Stop&Go screen ${id}`).digest();
  return whole.subarray(0, 16).toString('base64url');
}
