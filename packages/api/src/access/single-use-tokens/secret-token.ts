import { createHash, randomBytes } from 'node:crypto';

/** Returns a token for a link, 256 bits, and the hash to store. The token itself is not stored. */
export function createSecretToken(prefix = ''): { readonly token: string; readonly tokenHash: string } {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Not a character of base64url, so the token of a mailed link never starts like this. */
const shownPrefix = 'shown.';

/**
 * Returns a token for a link that is shown instead of mailed. It gives access and verifies no address. The hash covers
 * the prefix, so the token cannot pass for a mailed one.
 */
export const createShownToken = () => createSecretToken(shownPrefix);

export const isShownToken = (token: string): boolean => token.startsWith(shownPrefix);
