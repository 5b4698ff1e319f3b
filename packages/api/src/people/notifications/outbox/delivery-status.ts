import type { Instant } from '@atrium/domain/core';
import { inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { outbox } from './outbox.schema.ts';

/** Delivery status of a message. */
export const deliveryStatuses = ['waiting', 'sent', 'failed'] as const;

export interface DeliveryStatus {
  readonly status: (typeof deliveryStatuses)[number];
  readonly attempts: number;
  readonly sentAt: Instant | null;
  /** Next attempt while it is waiting. */
  readonly nextAttemptAt: Instant | null;
  /** Error of the last attempt, in the provider's words. */
  readonly problem: string | null;
}

/** Returns the delivery status of messages by key. Unknown and expired keys are omitted. */
export async function findDeliveryStatuses(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, DeliveryStatus>> {
  if (keys.length === 0) return new Map();
  const { dedupeKey, status, attempts, sentAt, nextAttemptAt, problem } = outbox;
  const rows = await db
    .select({ dedupeKey, status, attempts, sentAt, nextAttemptAt, problem })
    .from(outbox)
    .where(inArray(dedupeKey, [...keys]));
  return new Map(
    rows.map((row) => [
      row.dedupeKey,
      {
        status: row.status,
        attempts: row.attempts,
        sentAt: row.sentAt?.getTime() ?? null,
        nextAttemptAt: row.status === 'waiting' ? row.nextAttemptAt.getTime() : null,
        problem: row.problem,
      },
    ]),
  );
}
