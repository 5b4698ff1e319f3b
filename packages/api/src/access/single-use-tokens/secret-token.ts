import { createHash, randomBytes } from 'node:crypto';

/** A token for a link, 256 bits, and the hash that is kept in its place: the token itself is told once. */
export function newSecretToken(): { readonly token: string; readonly tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOfToken(token) };
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');
