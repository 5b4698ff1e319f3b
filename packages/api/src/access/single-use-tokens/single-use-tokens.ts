import type { Instant, OrganizationId, UserId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { TokenPurpose } from '../access.schema.ts';
import { hashOfToken, newSecretToken } from './secret-token.ts';
import { singleUseTokensStore } from './single-use-tokens.store.ts';

/** What a token of each purpose speaks for. */
interface TokenSubjects {
  /** `isShown`: the link was shown to somebody else, so using it proves no address. */
  readonly 'password-reset': { readonly userId: UserId; readonly isShown?: true };
  /** A recipient of a report need not have an account. */
  readonly unsubscribe: { readonly organizationId: number; readonly reportId: number; readonly email: string };
}

const hour = 60 * 60_000;

/** How long a link works, ms. Mails are kept and searched: a way out of them stays open for a year. */
const lives = {
  'password-reset': hour,
  unsubscribe: 365 * 24 * hour,
} as const satisfies Record<TokenPurpose, number>;

export interface IssuedToken {
  /** Told this once: only its hash is kept. */
  readonly token: string;
  readonly expiresAt: Instant;
}

/** A new link's token. Earlier ones of the same account and purpose end with it: only the newest mail works. */
export async function issueToken<Purpose extends TokenPurpose>(
  transaction: Database,
  purpose: Purpose,
  subject: TokenSubjects[Purpose],
  now: Instant,
): Promise<IssuedToken> {
  const { userId, ...details } = { userId: null, ...subject } as { userId: UserId | null };
  const store = singleUseTokensStore(transaction);
  if (userId !== null) await store.endAll(purpose, userId, now);
  const { token, tokenHash } = newSecretToken();
  const expiresAt = now + lives[purpose];
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

/** Takes away the links that speak for nobody's account but name an organization: those of accounts go with them. */
export function forgetLinksOf(db: Database, organizationId: OrganizationId): Promise<void> {
  return singleUseTokensStore(db).forgetOf(organizationId);
}

/** Ends the links of one purpose that an account has. */
export function endTokens(transaction: Database, purpose: TokenPurpose, userId: UserId, now: Instant): Promise<void> {
  return singleUseTokensStore(transaction).endAll(purpose, userId, now);
}

/**
 * Uses a token up and tells what it spoke for; null when it is unknown, expired, used, or for another purpose. Of any
 * number of uses at once one gets an answer. In a transaction that is rolled back the token stays good.
 */
export async function redeemToken<Purpose extends TokenPurpose>(
  transaction: Database,
  purpose: Purpose,
  token: string,
  now: Instant,
): Promise<TokenSubjects[Purpose] | null> {
  const used = await singleUseTokensStore(transaction).use(purpose, hashOfToken(token), now);
  if (used === null) return null;
  const subject = used.userId === null ? used.details : { ...used.details, userId: used.userId };
  return subject as unknown as TokenSubjects[Purpose];
}
