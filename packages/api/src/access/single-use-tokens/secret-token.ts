import { createHash, randomBytes } from 'node:crypto';

/** A token for a link, 256 bits, and the hash that is kept in its place: the token itself is told once. */
export function newSecretToken(prefix = ''): { readonly token: string; readonly tokenHash: string } {
  const token = prefix + randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOfToken(token) };
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** No letter of base64url: the token of a mailed link never begins so. */
const shownPrefix = 'shown.';

/**
 * A token for a link that is shown to whoever creates it instead of mailed. It lets its holder in and proves no email
 * address. The hash covers the prefix, so nobody can make such a token pass for a mailed one.
 */
export const newShownToken = () => newSecretToken(shownPrefix);

export const isShownToken = (token: string): boolean => token.startsWith(shownPrefix);
