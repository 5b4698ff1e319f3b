import type { Clock, Instant, UserId } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { hashToken } from '../codes/single-use-tokens.ts';
import { knownBrowsersStore } from './known-browsers.store.ts';

/** Time after the last sign-in that a browser stays known, ms. */
const knownLifeMs = 180 * 24 * 60 * 60_000;

/** Limit per user. The least recently seen one is dropped. */
const maxBrowsers = 20;

/** 256 random bits, base64url. */
const deviceIdShape = /^[\w-]{43}$/;

/** Returns the hash of a device id to store, or null if it is no such id. */
export function hashDeviceId(deviceId: string | null | undefined): string | null {
  return deviceId != null && deviceIdShape.test(deviceId) ? hashToken(deviceId) : null;
}

/** Returns whether that address has signed in with this browser before. */
export async function isKnownBrowser(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  email: string | null,
  deviceHash: string | null,
): Promise<boolean> {
  if (email === null || deviceHash === null) return false;
  return knownBrowsersStore(db).isKnown(email, deviceHash, clock.now() - knownLifeMs);
}

/** Makes a browser known after a complete sign-in. This skips no check: only its attempts are counted separately. */
export async function rememberBrowser(
  transaction: Database,
  userId: UserId,
  deviceHash: string | null,
  at: Instant,
): Promise<void> {
  if (deviceHash !== null) await knownBrowsersStore(transaction).remember(userId, deviceHash, at, maxBrowsers);
}

/** Deletes the known browsers of a member, except the one that opened the session `but`. */
export function forgetBrowsers(transaction: Database, scope: Scope, userId: UserId, but: string | null): Promise<void> {
  return knownBrowsersStore(transaction).forget(scope, userId, but);
}
