import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** OWASP's floor for argon2id: 19 MiB, two passes. About 20 ms on one core. */
const cost: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The same for the budget of a document that has a password hashed, in its units. */
export const passwordCost = () => 50_000;

/** Longer ones are nobody's: hashing them would only be work for an attacker's benefit. Bytes of UTF-8. */
const maxPasswordBytes = 1024;

export function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) > maxPasswordBytes) throw new Error('password too long');
  return hash(password.normalize('NFKC'), cost);
}

let nobodysHash: Promise<string> | undefined;

/**
 * Whether a password is the right one. Where there is no account, or one without a password, the same work is done
 * against a hash nobody knows the password of, so that the time of an answer tells nothing.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(24).toString('base64'));
  const against = passwordHash ?? (await nobodysHash);
  const presented = Buffer.byteLength(password) > maxPasswordBytes ? '' : password;
  const matches = await verify(against, presented.normalize('NFKC'));
  return matches && passwordHash !== null && presented === password;
}
