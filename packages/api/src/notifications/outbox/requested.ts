import { err, type Failure, failure, type Instant, type OrganizationId, ok, type Result } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import { outboxStore, type RequestedCount } from './outbox.store.ts';

/** A message that goes to an address because somebody typed it there. */
export type RequestedKind = 'invitation' | 'code';

export interface RequestedMessage {
  readonly kind: RequestedKind;
  readonly recipient: string;
  readonly organizationId: OrganizationId;
  /** Whose wish it is, such as `12` for a person; null: the system's, which is counted and never refused. */
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

/** Recipients are counted over all organizations: whoever is written to does not care by how many. */
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
};

/** In the same words whichever limit it is: nobody learns whether others wrote to an address. */
const tooMany = err(failure('RATE_LIMITED', 'Too many messages were sent. Try again later'));

/**
 * Whether one more such message may go out; to be asked in the transaction that enqueues it under `requestedKey`. Those
 * about the same recipient, asker or organization wait for each other, so that of many at once no more go out than of
 * one after the other. What is counted is the outbox itself.
 */
export async function mayRequest(
  transaction: Database,
  { kind, recipient, organizationId, by, at }: RequestedMessage,
): Promise<Result<void, Failure>> {
  if (by === null) return ok(undefined);
  const store = outboxStore(transaction);
  const inbox = inboxOf(recipient);
  await store.takeTurns(
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

/** The key of such a message, which says whose wish it was; `rest` tells it from that person's others. */
export const requestedKey = ({ kind, by }: Pick<RequestedMessage, 'kind' | 'by'>, rest: string) =>
  `${keyStart(kind)}${by ?? 'system'}/${rest}`;

/** Where mail for an address arrives: what stands after a plus reaches the same person. */
const inboxOf = (recipient: string) => recipient.toLowerCase().replace(/\+[^@]*@/, '@');
