import type { Clock, Instant, UserId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { hashOfToken } from '../single-use-tokens/secret-token.ts';
import { knownBrowsersStore } from './known-browsers.store.ts';

/** How long after the last sign-in in it a browser is known, ms. */
const knownLife = 180 * 24 * 60 * 60_000;

/** Of one person; the one that was not seen for longest is forgotten. */
const mostBrowsers = 20;

/** 256 random bits, as browsers write them. */
const deviceIdShape = /^[\w-]{43}$/;

/** What is kept of a browser's id; null for what is no such id. */
export function deviceHashOf(deviceId: string | null | undefined): string | null {
  return deviceId != null && deviceIdShape.test(deviceId) ? hashOfToken(deviceId) : null;
}

/** Whether somebody signed in by that address in this browser before. */
export async function isKnownBrowser(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  email: string | null,
  deviceHash: string | null,
): Promise<boolean> {
  if (email === null || deviceHash === null) return false;
  return knownBrowsersStore(db).isKnown(email, deviceHash, clock.now() - knownLife);
}

/** A whole sign-in makes a browser known. That skips nothing: its tries are only counted apart from everybody else's. */
export async function rememberBrowser(
  transaction: Database,
  userId: UserId,
  deviceHash: string | null,
  at: Instant,
): Promise<void> {
  if (deviceHash !== null) await knownBrowsersStore(transaction).remember(userId, deviceHash, at, mostBrowsers);
}

/** Knows no browser of a member any more, but the one that opened the session `but`. */
export function forgetBrowsers(transaction: Database, scope: Scope, userId: UserId, but: string | null): Promise<void> {
  return knownBrowsersStore(transaction).forget(scope, userId, but);
}
