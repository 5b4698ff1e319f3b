import { type Clock, err, type Failure, failure, ok, type Result, type UserId } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { hasSecondFactor } from '../sessions/open-session.ts';
import { twoFactorStore } from '../sessions/two-factor.store.ts';
import { hashDeviceId, rememberBrowser } from './known-browsers.ts';

/** Time a browser is trusted, ms. */
export const trustLifeMs = 180 * 24 * 60 * 60_000;

/** Limit per user. The oldest is dropped. */
const maxBrowsers = 20;

interface BrowserDependencies {
  readonly db: Database;
  readonly clock: Clock;
}

export function isTrusted({ db, clock }: BrowserDependencies, userId: UserId, deviceHash: string): Promise<boolean> {
  return twoFactorStore(db).isTrusted(userId, deviceHash, clock.now());
}

/**
 * Trusts this browser: it needs no codes for 180 days, or until the password or two-factor changes. BAD_INPUT for a
 * session opened without a code, so that a trusted browser cannot extend its own trust.
 */
export async function registerTrustedBrowser(
  { db, clock }: BrowserDependencies,
  scope: Scope,
  deviceId: string,
  address: string,
): Promise<Result<void, Failure>> {
  const { userId } = scope;
  const deviceHash = hashDeviceId(deviceId);
  if (deviceHash === null) return err(failure('BAD_INPUT', 'deviceId takes 256 random bits', 'deviceId'));
  const at = clock.now();
  if (userId === null || !(await hasSecondFactor(db, scope, at)))
    return err(failure('BAD_INPUT', 'This session was not opened with a one-time code'));
  await db.transaction(async (transaction) => {
    await twoFactorStore(transaction).trust(userId, deviceHash, at, at + trustLifeMs, maxBrowsers);
    await rememberBrowser(transaction, userId, deviceHash, at);
    const entry = { at, action: 'account.browserTrusted', details: {}, subjectId: userId, address } as const;
    await recordAudit(scope, transaction, entry);
  });
  return ok(undefined);
}

/** Ends the trust in all browsers of a member, and their pending sign-ins. */
export function endTrust(transaction: Database, scope: Scope, userId: UserId): Promise<void> {
  return twoFactorStore(transaction).endAll(scope, userId);
}
