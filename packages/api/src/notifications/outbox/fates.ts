import type { Instant } from '@atrium/domain/core';
import { inArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { outbox } from './outbox.schema.ts';

/** What became of a message. */
export const fateStatuses = ['waiting', 'sent', 'failed'] as const;

export interface Fate {
  readonly status: (typeof fateStatuses)[number];
  readonly attempts: number;
  readonly sentAt: Instant | null;
  /** While it waits: when it is tried next. */
  readonly nextAttemptAt: Instant | null;
  /** Why the last attempt failed, in the words of whoever carries messages on. */
  readonly problem: string | null;
}

/** What became of messages, by their keys; of those forgotten, or never enqueued, nothing. */
export async function fatesOf(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, Fate>> {
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
