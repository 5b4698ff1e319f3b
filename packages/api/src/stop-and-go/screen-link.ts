import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoredScreen } from './screen.ts';

export type ScreenLink = Pick<StoredScreen, 'id' | 'generation'>;

/**
 * Returns the token of a screen's public page: `<id>.<generation>.<signature>`, with a 128-bit signature. A copy of the
 * database opens no screen, because the secret is not in it.
 */
export function buildScreenToken(secret: string, { id, generation }: ScreenLink): string {
  return `${id}.${generation}.${signatureOf(secret, { id, generation })}`;
}

/** Returns the screen and generation of a token, or null if its signature is invalid. Reads no store. */
export function parseScreenToken(secret: string, token: string): ScreenLink | null {
  const match = /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([\w-]{22})$/.exec(token);
  if (match === null) return null;
  const link = { id: Number(match[1]), generation: Number(match[2]) };
  const [given, due] = [Buffer.from(match[3] as string), Buffer.from(signatureOf(secret, link))];
  return timingSafeEqual(given, due) ? link : null;
}

function signatureOf(secret: string, { id, generation }: ScreenLink): string {
  const whole = createHmac('sha256', secret).update(`link ${generation} of Stop&Go screen ${id}`).digest();
  return whole.subarray(0, 16).toString('base64url');
}
