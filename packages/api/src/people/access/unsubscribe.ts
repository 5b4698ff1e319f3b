import { type Clock, err, type Failure, failure, id, type OrganizationId, ok, type Result } from '@atrium/domain/core';
import { createGuessLimiter } from '../../platform/addresses/guess-limiter.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Link, Links } from '../notifications/index.ts';
import { issueToken, redeemToken } from './codes/single-use-tokens.ts';
import { unsubscriptionsStore } from './unsubscriptions.store.ts';

export interface UnsubscribeLinks {
  /** Link in the mail for the reader. */
  readonly page: Link;
  /** Mail headers from which mail clients make an unsubscribe button (RFC 8058). */
  readonly headers: Readonly<Record<string, string>>;
}

/** Path that mail clients post to. */
export const oneClickPath = '/auth/unsubscribe';

export interface Unsubscribing {
  /** Creates the unsubscribe links of a report mail. Runs in the transaction that enqueues the mail. */
  unsubscribeLink(
    transaction: Database,
    scope: Scope,
    mail: { reportId: number; email: string },
  ): Promise<UnsubscribeLinks>;
  /** Returns the lower-cased addresses that unsubscribed from a report. Called before each sending. */
  leftOut(scope: Scope, reportId: number): Promise<ReadonlySet<string>>;
  /** Unsubscribes the token's address from its report, once. NOT_FOUND for an invalid token. */
  unsubscribe(token: string, address: string): Promise<Result<void, Failure>>;
}

export function createUnsubscribing({
  db,
  clock,
  links,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: Links;
}): Unsubscribing {
  const guesses = createGuessLimiter(clock);
  return {
    async unsubscribeLink(transaction, { organizationId }, { reportId, email }) {
      const subject = { organizationId, reportId, email: email.toLowerCase() };
      const { token } = await issueToken(transaction, 'unsubscribe', subject, clock.now());
      return {
        page: links.to('/unsubscribe-confirm', { token }),
        headers: {
          'List-Unsubscribe': `<${links.to(oneClickPath, { token })}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };
    },

    leftOut: (scope, reportId) => unsubscriptionsStore(db).of(scope, reportId),

    async unsubscribe(token, address) {
      const seconds = guesses.wait(address, token);
      if (seconds > 0)
        return err(failure('RATE_LIMITED', `Too many attempts. Try again in ${Math.ceil(seconds / 60)} min`));
      const outcome = await redeem(token, address);
      guesses.note(address, token, outcome.ok);
      return outcome;
    },
  };

  /** A second use of a link gets the answer of an unknown one. */
  function redeem(token: string, address: string): Promise<Result<void, Failure>> {
    return db.transaction(async (transaction) => {
      const at = clock.now();
      const subject = await redeemToken(transaction, 'unsubscribe', token, at);
      if (subject === null) return err(failure('NOT_FOUND', 'This link no longer works', 'token'));
      const { organizationId, reportId, email } = subject;
      const scope = systemScope(id<OrganizationId>(organizationId));
      await unsubscriptionsStore(transaction).add(scope, reportId, email, at);
      const entry = { at, action: 'report.unsubscribed', details: { email }, subjectId: reportId, address } as const;
      await recordAudit(scope, transaction, entry);
      return ok(undefined);
    });
  }
}
