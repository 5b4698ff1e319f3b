import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id: 19 MiB, two passes. About 20 ms on one core. */
const cost: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The same cost in the units of a document's budget. */
export const getPasswordCost = () => 50_000;

/** Longer passwords are refused: hashing them would only help an attacker. Bytes of UTF-8. */
const maxPasswordBytes = 1024;

export function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) > maxPasswordBytes) throw new Error('password too long');
  return hash(password.normalize('NFKC'), cost);
}

let dummyHash: Promise<string> | undefined;

/** Checks a password. Without an account or a password, hashes against a random one, so that timing reveals nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(24).toString('base64'));
  const against = passwordHash ?? (await dummyHash);
  const presented = Buffer.byteLength(password) > maxPasswordBytes ? '' : password;
  const matches = await verify(against, presented.normalize('NFKC'));
  return matches && passwordHash !== null && presented === password;
}
