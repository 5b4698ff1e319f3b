import { type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { and, count, desc, eq, gt, gte, like, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { ChannelName, Content } from '../../../platform/channels/channel.ts';
import { defineJobQueue } from '../../../platform/jobs/job-queue.ts';
import { type ExpiringRows, expireRows } from '../../../platform/relational/expiring-rows.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { outbox } from './outbox.schema.ts';

export interface OutboxMessage {
  readonly id: number;
  readonly organizationId: OrganizationId | null;
  readonly recipient: string;
  readonly messageId: string;
  readonly content: Content[ChannelName];
  /** Including the current one. */
  readonly attempts: number;
  /** Null: never. */
  readonly expiresAt: Instant | null;
}

/** Filter of messages to count. */
export interface RequestedCount {
  /** LIKE pattern of dedupe keys. */
  readonly keys: string;
  readonly inbox?: string;
  readonly organizationId?: OrganizationId;
}

/** Since when messages count, and since when failed ones do. */
export interface SummaryTimes {
  readonly since: Instant;
  readonly failedSince: Instant;
}

/** Messages as jobs. */
export const outboxQueue = defineJobQueue({
  table: outbox,
  dueAt: 'nextAttemptAt',
  isUnfinished: eq(outbox.status, 'waiting'),
  toJob: toMessage,
});

export const isOfChannel = (name: ChannelName) => eq(outbox.channel, name);

/** All tenants share the outbox. Only the sender reads it, never a signed-in caller. */
export function outboxStore(db: Database) {
  const queue = outboxQueue(db);

  return {
    /** Returns false if the key exists. */
    insert: async (message: typeof outbox.$inferInsert): Promise<boolean> =>
      (await queue.enqueue(message, [outbox.dedupeKey])) !== null,

    /** Acquires locks on these keys until the transaction ends, and waits for other holders. */
    async lockKeys(words: readonly string[]): Promise<void> {
      // In sorted order, to avoid deadlocks.
      for (const word of [...words].sort())
        await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`);
    },

    /** Returns when the newest message with that key prefix was written. Null: none since then. */
    async lastUnder(keys: string, since: Instant): Promise<Instant | null> {
      const [row] = await db
        .select({ at: outbox.createdAt })
        .from(outbox)
        .where(and(like(outbox.dedupeKey, `${keys}%`), gt(outbox.createdAt, new Date(since))))
        .orderBy(desc(outbox.createdAt))
        .limit(1);
      return row?.at.getTime() ?? null;
    },

    /**
     * Deletes the pending message with that key prefix that no process has begun to deliver and that is not due, and
     * returns it.
     */
    async takeBack(
      keys: string,
      now: Instant,
    ): Promise<{ readonly dedupeKey: string; readonly notBefore: Instant } | null> {
      const [row] = await db
        .delete(outbox)
        .where(
          and(
            like(outbox.dedupeKey, `${keys}%`),
            eq(outbox.status, 'waiting'),
            eq(outbox.attempts, 0),
            gt(outbox.nextAttemptAt, new Date(now)),
          ),
        )
        .returning({ dedupeKey: outbox.dedupeKey, notBefore: outbox.nextAttemptAt });
      return row === undefined ? null : { dedupeKey: row.dedupeKey, notBefore: row.notBefore.getTime() };
    },

    /** Counts the pending messages per channel, with the time of the next one due. */
    countByChannel: () => queue.countBy(outbox.channel, outbox.nextAttemptAt),

    /** Sums up an organization's messages by channel: those that wait, and those of the last days. */
    async summarize(organizationId: OrganizationId, { since, failedSince }: SummaryTimes) {
      const { channel, status, createdAt, nextAttemptAt, sentAt, problem } = outbox;
      const isWaiting = eq(status, 'waiting');
      const isFailed = and(eq(status, 'failed'), gte(createdAt, new Date(failedSince)));
      const epoch = (time: SQL) => sql<number | null>`floor(extract(epoch from ${time})::float8 * 1000)`;
      return db
        .select({
          channel,
          waiting: sql<number>`(count(*) filter (where ${isWaiting}))::int`,
          oldestDue: epoch(sql`min(${nextAttemptAt}) filter (where ${isWaiting})`),
          failed: sql<number>`(count(*) filter (where ${isFailed}))::int`,
          lastSent: epoch(sql`max(${sentAt})`),
          problem: sql<
            string | null
          >`(array_agg(${problem} order by ${createdAt} desc) filter (where ${problem} is not null))[1]`,
        })
        .from(outbox)
        .where(and(eq(outbox.organizationId, organizationId), or(isWaiting, gte(createdAt, new Date(since)))))
        .groupBy(channel);
    },

    /** Returns the key of the newest message with that key prefix, and when it was written. Null: there is none. */
    async findNewest(keys: string): Promise<{ readonly dedupeKey: string; readonly at: Instant } | null> {
      const [row] = await db
        .select({ dedupeKey: outbox.dedupeKey, at: outbox.createdAt })
        .from(outbox)
        .where(like(outbox.dedupeKey, `${keys}%`))
        .orderBy(desc(outbox.createdAt))
        .limit(1);
      return row === undefined ? null : { dedupeKey: row.dedupeKey, at: row.at.getTime() };
    },

    async countRequested({
      keys,
      inbox,
      organizationId,
      since,
    }: RequestedCount & { readonly since: Instant }): Promise<number> {
      const [row] = await db
        .select({ count: count() })
        .from(outbox)
        .where(
          and(
            gt(outbox.createdAt, new Date(since)),
            like(outbox.dedupeKey, keys),
            inbox === undefined
              ? undefined
              : eq(sql`regexp_replace(lower(${outbox.recipient}), '\\+[^@]*@', '@')`, inbox),
            organizationId === undefined ? undefined : eq(outbox.organizationId, organizationId),
          ),
        );
      return row?.count ?? 0;
    },

    /** Needs no valid claim: what was sent must not be sent again. */
    async markSent(messageId: number, at: Instant): Promise<void> {
      await db
        .update(outbox)
        .set({ status: 'sent', sentAt: new Date(at), content: null, problem: null })
        .where(eq(outbox.id, messageId));
    },
  };
}

/** Sent and failed messages, with their keys. */
export const expiringOutbox = (db: Database): ExpiringRows =>
  expireRows(db, outbox, (before) => and(ne(outbox.status, 'waiting'), lt(outbox.createdAt, before)));

function toMessage(row: typeof outbox.$inferSelect): OutboxMessage {
  if (row.content === null) throw new Error('a waiting message lost its content');
  return {
    id: row.id,
    organizationId: row.organizationId === null ? null : id<OrganizationId>(row.organizationId),
    recipient: row.recipient,
    messageId: row.messageId,
    content: row.content,
    attempts: row.attempts,
    expiresAt: row.expiresAt?.getTime() ?? null,
  };
}
