import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import {
  type Clock,
  err,
  type Failure,
  failure,
  type Instant,
  ok,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { codeDigits, type OtpContact, resendDelayMs } from '@atrium/domain/people/access';
import type { MessageDelivery } from '../../../platform/config/delivery.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { buildRequestedKey, checkRequestLimits, enqueueMail, enqueueText } from '../../notifications/index.ts';
import type { CodePurpose } from '../access.schema.ts';
import { oneTimeCodesStore } from './one-time-codes.store.ts';

/** Lifetime of a code, ms. */
export const codeLifeMs = 10 * 60_000;

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly contact: 'email' | 'phone';
  /** Email address, or phone number in international format. */
  readonly destination: string;
  /** Language of the reader. */
  readonly language: string;
}

export interface IssuedCode {
  readonly expiresAt: Instant;
  /** Earliest time to request another code. */
  readonly resendAt: Instant;
}

export interface CodeDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly hashOf: HashCode;
  readonly delivery: MessageDelivery;
}

/**
 * Sends a code to the scope's user and voids the previous one. Concurrent requests send one code. RATE_LIMITED within a
 * minute of the previous code, and after too many to an unverified contact; the previous code stays valid then.
 * BAD_INPUT if such messages reach no user here.
 */
export async function issueCode(
  { db, clock, hashOf, delivery }: CodeDependencies,
  scope: Scope,
  request: CodeRequest,
): Promise<Result<IssuedCode, Failure>> {
  const userId = requireUserId(scope);
  const { purpose, contact, destination } = request;
  const reached = checkReach(delivery, contact, 'contact');
  if (!reached.ok) return reached;
  return db.transaction(async (transaction) => {
    const store = oneTimeCodesStore(transaction);
    const issuedAt = clock.now();
    const allowed = await checkSendLimits(transaction, scope, request, issuedAt);
    if (!allowed.ok) return allowed;
    const expiresAt = issuedAt + codeLifeMs;
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
    const codeHash = hashOf(userId, purpose, code);
    const kept = { userId, purpose, contact, destination, codeHash, issuedAt, expiresAt };
    if (!(await store.replace(kept, issuedAt - resendDelayMs))) {
      const before = (await store.issuedAt(userId, purpose)) ?? issuedAt;
      const seconds = Math.max(1, Math.ceil((before + resendDelayMs - issuedAt) / 1000));
      return err(failure('RATE_LIMITED', `A code was sent a moment ago. Ask for another in ${seconds} s`));
    }
    await send(transaction, scope, request, code, issuedAt);
    return ok({ expiresAt, resendAt: issuedAt + resendDelayMs });
  });
}

/** Sign-in codes go to a verified contact, all others to a claimed one. */
const isUnverifiedContact = (purpose: CodePurpose) => purpose !== 'sign-in';

async function checkSendLimits(
  transaction: Database,
  { userId, organizationId }: Scope,
  { purpose, destination: recipient }: CodeRequest,
  at: Instant,
): Promise<Result<void, Failure>> {
  if (!isUnverifiedContact(purpose)) return ok(undefined);
  return checkRequestLimits(transaction, { kind: 'code', recipient, organizationId, by: String(userId), at });
}

async function send(
  transaction: Database,
  { userId, organizationId }: Scope,
  { purpose, contact, destination, language }: CodeRequest,
  code: string,
  at: Instant,
): Promise<void> {
  const by = String(userId);
  const envelope = {
    organizationId,
    recipient: destination,
    dedupeKey: isUnverifiedContact(purpose)
      ? buildRequestedKey({ kind: 'code', by }, `${purpose}/${at}`)
      : `code/${by}/${purpose}/${at}`,
    at,
    expiresAt: at + codeLifeMs,
    language,
  };
  const params = { code, minutes: codeLifeMs / 60_000 };
  await (contact === 'email'
    ? enqueueMail(transaction, envelope, 'oneTimeCode', params)
    : enqueueText(transaction, envelope, 'oneTimeCode', params));
}

/** Returns the user of a scope. Throws for system scopes, which have no codes. */
export function requireUserId({ userId }: Scope): UserId {
  if (userId === null) throw new Error('a code was asked for nobody');
  return userId;
}

/** Checks that codes can reach users by that contact. BAD_INPUT if such messages are neither sent nor shown. */
export function checkReach(
  { mail, texts }: MessageDelivery,
  contact: OtpContact,
  field: string,
): Result<void, Failure> {
  if ((contact === 'email' ? mail : texts) !== 'none') return ok(undefined);
  const what = contact === 'email' ? 'Mail is' : 'Text messages are';
  const setting = contact === 'email' ? 'SMTP_URL' : 'SMS_URL';
  return err(failure('BAD_INPUT', `${what} not set up here, so no code can be sent. Set ${setting}`, field));
}

/** Hashes a code for storage. Valid for one user and purpose, and not guessable without the installation's secret. */
type HashCode = (userId: UserId, purpose: CodePurpose, code: string) => string;

export function createCodeHasher(secret: string): HashCode {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'atrium one-time code v1', 32));
  return (userId, purpose, code) => createHmac('sha256', key).update(`${userId}/${purpose}/${code}`).digest('hex');
}
