import { createHmac, timingSafeEqual } from 'node:crypto';

/** Subject of a link, and its generation. A new generation voids earlier links. */
export interface LinkSubject {
  readonly id: number;
  readonly generation: number;
}

/**
 * Returns the token of a public link: `<id>.<generation>.<signature>`, with a 128-bit signature. A copy of the database
 * opens nothing, because the secret is not in it. `purpose` tells links of different things apart.
 */
export function buildLinkToken(secret: string, purpose: string, { id, generation }: LinkSubject): string {
  return `${id}.${generation}.${signatureOf(secret, purpose, { id, generation })}`;
}

/** Returns the subject of a token, or null if its signature is invalid. Reads no store. */
export function parseLinkToken(secret: string, purpose: string, token: string): LinkSubject | null {
  const match = /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([\w-]{22})$/.exec(token);
  if (match === null) return null;
  const link = { id: Number(match[1]), generation: Number(match[2]) };
  const [given, due] = [Buffer.from(match[3] as string), Buffer.from(signatureOf(secret, purpose, link))];
  return timingSafeEqual(given, due) ? link : null;
}

function signatureOf(secret: string, purpose: string, { id, generation }: LinkSubject): string {
  const whole = createHmac('sha256', secret).update(`link ${generation} of ${purpose} ${id}`).digest();
  return whole.subarray(0, 16).toString('base64url');
}
