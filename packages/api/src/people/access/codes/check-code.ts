import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { CodePurpose } from '../access.schema.ts';
import { type CodeDependencies, codeLifeMs, requireUserId } from './issue-code.ts';
import { oneTimeCodesStore, type ProvenContact } from './one-time-codes.store.ts';

/** Wrong codes per user before all codes are refused, from any address and for any purpose. */
const triesPerAccount = 5;

/** Longer than the life of a code, ms: attempts used up for one code stay used up for it. */
const triesWindow = codeLifeMs + 5 * 60_000;

export interface CodeAttempt {
  readonly purpose: CodePurpose;
  /** As entered. */
  readonly code: string;
}

/**
 * Uses up a code of the scope's user and returns the contact it verifies. 'Invalid code' if it is wrong, expired, used
 * or for another purpose; RATE_LIMITED after five of those. Attempts are counted before the comparison, so that
 * concurrent ones cannot bypass the limit. A correct code works once.
 */
export function checkCode(
  { db, clock, hashOf }: CodeDependencies,
  scope: Scope,
  { purpose, code }: CodeAttempt,
): Promise<Result<ProvenContact, Failure>> {
  const userId = requireUserId(scope);
  return db.transaction(async (transaction) => {
    const store = oneTimeCodesStore(transaction);
    const now = clock.now();
    const { tries, since } = await store.countTry(userId, now, triesWindow);
    if (tries > triesPerAccount) {
      const minutes = Math.max(1, Math.ceil((since + triesWindow - now) / 60_000));
      return err(failure('RATE_LIMITED', `Too many attempts. Try again in ${minutes} min`, 'otp'));
    }
    const proven = await store.use(userId, purpose, hashOf(userId, purpose, code.trim()), now);
    if (proven === null) return err(failure('BAD_INPUT', 'Invalid code', 'otp'));
    await store.forgetTries(userId);
    return ok(proven);
  });
}
