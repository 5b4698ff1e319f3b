import { err, type Failure, failure, type Instant, type OrganizationId, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { outboxStore, type RequestedCount } from './outbox.store.ts';

/** A message to an address that a user entered. */
export type RequestedKind = 'invitation' | 'code' | 'test';

export interface RequestedMessage {
  readonly kind: RequestedKind;
  readonly recipient: string;
  readonly organizationId: OrganizationId;
  /** Requester, such as `12` for a user. Null: the system, which is counted and never refused. */
  readonly by: string | null;
  readonly at: Instant;
}

const hour = 60 * 60_000;
const day = 24 * hour;

interface Limit {
  readonly of: 'recipient' | 'by' | 'organization';
  readonly most: number;
  readonly within: number;
}

/** Recipients are counted across organizations, because the total is what bothers them. */
const limits: Record<RequestedKind, readonly Limit[]> = {
  invitation: [
    { of: 'recipient', most: 3, within: hour },
    { of: 'recipient', most: 10, within: day },
    { of: 'by', most: 60, within: hour },
    { of: 'organization', most: 200, within: day },
  ],
  code: [
    { of: 'recipient', most: 5, within: hour },
    { of: 'recipient', most: 15, within: day },
    { of: 'by', most: 10, within: hour },
    { of: 'organization', most: 500, within: day },
  ],
  /** Text messages cost money. */
  test: [
    { of: 'by', most: 5, within: hour },
    { of: 'organization', most: 50, within: day },
  ],
};

/** The same text for each limit, to reveal nothing about messages by others. */
const tooMany = err(failure('RATE_LIMITED', 'Too many messages were sent. Try again later'));

/**
 * Checks the limits for one more such message, by counting in the outbox. Runs in the transaction that enqueues it
 * under `buildRequestedKey`. Locks on recipient, requester and organization keep concurrent requests within the limits.
 */
export async function checkRequestLimits(
  transaction: Database,
  { kind, recipient, organizationId, by, at }: RequestedMessage,
): Promise<Result<void, Failure>> {
  if (by === null) return ok(undefined);
  const store = outboxStore(transaction);
  const inbox = toMailbox(recipient);
  await store.lockKeys(
    [`inbox ${inbox}`, `organization ${organizationId}`, `by ${by}`].map((each) => `${kind} ${each}`),
  );
  const countedBy: Record<Limit['of'], RequestedCount> = {
    recipient: { keys: `${keyStart(kind)}%`, inbox },
    by: { keys: `${keyStart(kind)}${by}/%` },
    organization: { keys: `${keyStart(kind)}%`, organizationId },
  };
  for (const { of, most, within } of limits[kind])
    if ((await store.countRequested({ ...countedBy[of], since: at - within })) >= most) return tooMany;
  return ok(undefined);
}

const keyStart = (kind: RequestedKind) => `requested/${kind}/`;

/** Builds the key of such a message, which contains the requester. `rest` distinguishes messages of one requester. */
export const buildRequestedKey = ({ kind, by }: Pick<RequestedMessage, 'kind' | 'by'>, rest: string) =>
  `${keyStart(kind)}${by ?? 'system'}/${rest}`;

/** Returns the mailbox of an address: a part after a plus reaches the same person. */
const toMailbox = (recipient: string) => recipient.toLowerCase().replace(/\+[^@]*@/, '@');
