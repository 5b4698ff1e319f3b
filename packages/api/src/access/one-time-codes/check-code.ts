import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { CodePurpose } from '../access.schema.ts';
import { type CodeDependencies, codeLife, personOf } from './issue-code.ts';
import { oneTimeCodesStore, type ProvenContact } from './one-time-codes.store.ts';

/** Wrong codes of one person before no other is looked at, from wherever they come and whatever they are for. */
const triesPerAccount = 5;

/** Longer than any code lives, ms: whoever used up the tries at one has none left for it. */
const triesWindow = codeLife + 5 * 60_000;

export interface CodeAttempt {
  readonly purpose: CodePurpose;
  /** As it was typed. */
  readonly code: string;
}

/**
 * Uses a code of the scope's person up and tells which contact it proves. 'Invalid code' for a wrong, expired or used one and for one of
 * another purpose; RATE_LIMITED after five of those. Every try counts before it is compared, so that tries made at once
 * are no way around, and of any number of right ones at once one is taken.
 */
export function checkCode(
  { db, clock, hashOf }: CodeDependencies,
  scope: Scope,
  { purpose, code }: CodeAttempt,
): Promise<Result<ProvenContact, Failure>> {
  const userId = personOf(scope);
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
