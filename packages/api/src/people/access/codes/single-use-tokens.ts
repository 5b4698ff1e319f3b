import { createHash, randomBytes } from 'node:crypto';
import type { Instant, OrganizationId, UserId } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { TokenPurpose } from '../access.schema.ts';
import { singleUseTokensStore } from './single-use-tokens.store.ts';

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

/** Subject of a token, by purpose. */
interface TokenSubjects {
  /** `isShown`: the link was shown to another user, so using it verifies no address. */
  readonly 'password-reset': { readonly userId: UserId; readonly isShown?: true };
  /** A recipient of a report needs no account. */
  readonly unsubscribe: { readonly organizationId: number; readonly reportId: number; readonly email: string };
}

const hour = 60 * 60_000;

/** Lifetime of a link, ms. Recipients may unsubscribe by an old mail, for a year. */
const lifetimesMs = {
  'password-reset': hour,
  unsubscribe: 365 * 24 * hour,
} as const satisfies Record<TokenPurpose, number>;

export interface IssuedToken {
  /** Returned only once: the server stores its hash. */
  readonly token: string;
  readonly expiresAt: Instant;
}

/** Issues the token of a new link. It voids earlier ones of the same account and purpose. */
export async function issueToken<Purpose extends TokenPurpose>(
  transaction: Database,
  purpose: Purpose,
  subject: TokenSubjects[Purpose],
  now: Instant,
): Promise<IssuedToken> {
  const { userId, ...details } = { userId: null, ...subject } as { userId: UserId | null };
  const store = singleUseTokensStore(transaction);
  if (userId !== null) await store.endAll(purpose, userId, now);
  const { token, tokenHash } = createSecretToken();
  const expiresAt = now + lifetimesMs[purpose];
  await store.insert({
    purpose,
    tokenHash,
    userId,
    details,
    createdAt: new Date(now),
    expiresAt: new Date(expiresAt),
  });
  return { token, expiresAt };
}

/** Deletes links that have no account but name an organization. Those of accounts are deleted with them. */
export function deleteOrganizationLinks(db: Database, organizationId: OrganizationId): Promise<void> {
  return singleUseTokensStore(db).forgetOf(organizationId);
}

/** Ends the links of an account for one purpose. */
export function endTokens(transaction: Database, purpose: TokenPurpose, userId: UserId, now: Instant): Promise<void> {
  return singleUseTokensStore(transaction).endAll(purpose, userId, now);
}

/**
 * Uses a token up and returns its subject, or null if it is unknown, expired, used or for another purpose. Only one of
 * concurrent uses succeeds. A rollback of the transaction keeps the token valid.
 */
export async function redeemToken<Purpose extends TokenPurpose>(
  transaction: Database,
  purpose: Purpose,
  token: string,
  now: Instant,
): Promise<TokenSubjects[Purpose] | null> {
  const used = await singleUseTokensStore(transaction).use(purpose, hashToken(token), now);
  if (used === null) return null;
  const subject = used.userId === null ? used.details : { ...used.details, userId: used.userId };
  return subject as unknown as TokenSubjects[Purpose];
}
