import { type Clock, err, type Failure, failure, type Result, type UserId } from '@atrium/domain/core';
import { recordAudit } from '../../people/audit/index.ts';
import { buildRequestedKey, checkRequestLimits, enqueueMail, enqueueText } from '../../people/notifications/index.ts';
import type { MessageDelivery } from '../../platform/config/delivery.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';

export const testedChannels = ['mail', 'sms'] as const;
export type TestedChannel = (typeof testedChannels)[number];

/** How long a test is worth delivering, ms. */
const lifeMs = 60 * 60_000;

/** Contacts of the person who asks, of which only verified ones get messages. */
export interface OwnContacts {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly phone: string | null;
  readonly isPhoneVerified: boolean;
  readonly language: string;
}

interface TestDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly delivery: MessageDelivery;
  readonly findContacts: (scope: Scope, userId: UserId) => Promise<OwnContacts | null>;
  readonly organizationName: (scope: Scope) => Promise<string>;
}

const by = (userId: UserId, channel: TestedChannel) => `${userId}/${channel}`;

/** Returns the start of the keys of a person's tests by a channel. */
export const buildTestKeys = (userId: UserId, channel: TestedChannel): string =>
  buildRequestedKey({ kind: 'test', by: by(userId, channel) }, '');

/**
 * Sends a test message to the verified contact of the person who asks. BAD_INPUT if the channel is not set up or the
 * contact is not verified; RATE_LIMITED after five tests of a channel within an hour.
 */
export async function sendTest(
  { db, clock, delivery, findContacts, organizationName }: TestDependencies,
  scope: Scope,
  channel: TestedChannel,
): Promise<Result<void, Failure>> {
  const { userId, organizationId } = scope;
  if (userId === null) return err(failure('FORBIDDEN', 'Only a person can test messages'));
  if ((channel === 'mail' ? delivery.mail : delivery.texts) === 'none')
    return err(failure('BAD_INPUT', 'This channel is not set up', 'channel'));
  const contacts = await findContacts(scope, userId);
  const recipient = contacts && findRecipient(contacts, channel);
  if (!recipient) return err(failure('BAD_INPUT', 'Verify your own address first', 'contact'));
  const organization = await organizationName(scope);
  const at = clock.now();
  return inTransaction(db, async (transaction) => {
    const request = { kind: 'test', recipient, organizationId, by: by(userId, channel), at } as const;
    unwrap(await checkRequestLimits(transaction, request));
    const letter = {
      ...{ organizationId, recipient, at, expiresAt: at + lifeMs, language: contacts.language },
      dedupeKey: buildRequestedKey(request, String(at)),
    };
    if (channel === 'mail') await enqueueMail(transaction, letter, 'deliveryTest', { organization });
    else await enqueueText(transaction, letter, 'deliveryTest', { organization });
    const entry = { at, action: 'message.tested', details: { channel }, subjectId: organizationId } as const;
    await recordAudit(scope, transaction, entry);
  });
}

function findRecipient(contacts: OwnContacts, channel: TestedChannel): string | null {
  if (channel === 'mail') return contacts.isEmailVerified ? contacts.email : null;
  return contacts.isPhoneVerified ? contacts.phone : null;
}
