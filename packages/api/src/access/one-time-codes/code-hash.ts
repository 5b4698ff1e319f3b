import { createHmac, hkdfSync } from 'node:crypto';
import type { UserId } from '@atrium/domain/core';
import type { CodePurpose } from '../access.schema.ts';

/** Hashes a code for storage. Valid for one user and purpose, and not guessable without the installation's secret. */
export type HashCode = (userId: UserId, purpose: CodePurpose, code: string) => string;

export function createCodeHasher(secret: string): HashCode {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'atrium one-time code v1', 32));
  return (userId, purpose, code) => createHmac('sha256', key).update(`${userId}/${purpose}/${code}`).digest('hex');
}
