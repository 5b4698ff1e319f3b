import { type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { and, count, desc, eq, gt, inArray, like, lt, lte, ne, sql } from 'drizzle-orm';
import type { ChannelName, Content, DeliveryProblem } from '../../platform/channels/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { outbox } from './outbox.schema.ts';

export interface OutboxMessage<Name extends ChannelName = ChannelName> {
  readonly id: number;
  readonly organizationId: OrganizationId | null;
  readonly recipient: string;
  readonly messageId: string;
  readonly content: Content[Name];
  /** Including the current one. */
  readonly attempts: number;
}

/** Filter of messages to count. */
export interface RequestedCount {
  /** LIKE pattern of dedupe keys. */
  readonly keys: string;
  readonly inbox?: string;
  readonly organizationId?: OrganizationId;
}

/** Pending messages of one channel. */
export interface ChannelBacklog {
  readonly channel: ChannelName;
  readonly waiting: number;
  /** Null: none is due. */
  readonly oldestDue: Instant | null;
}

/** All tenants share the outbox. Only the sender reads it, never a signed-in caller. */
export function outboxStore(db: Database) {
  return {
    /** Returns false if the key exists. */
    async insert(message: typeof outbox.$inferInsert): Promise<boolean> {
      const rows = await db
        .insert(outbox)
        .values(message)
        .onConflictDoNothing({ target: outbox.dedupeKey })
        .returning({ id: outbox.id });
      return rows.length > 0;
    },

    /** Acquires locks on these keys until the transaction ends, and waits for other holders. */
    async takeTurns(words: readonly string[]): Promise<void> {
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

    /** Returns the pending messages per channel, and since when the oldest is due. */
    async backlog(now: Instant): Promise<readonly ChannelBacklog[]> {
      const due = sql<Date | null>`min(${outbox.nextAttemptAt}) filter (where ${outbox.nextAttemptAt} <= ${new Date(now)})`;
      const rows = await db
        .select({ channel: outbox.channel, waiting: count(), oldestDue: due.mapWith(outbox.nextAttemptAt) })
        .from(outbox)
        .where(eq(outbox.status, 'waiting'))
        .groupBy(outbox.channel);
      return rows.map(({ oldestDue, ...row }) => ({ ...row, oldestDue: oldestDue?.getTime() ?? null }));
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

    /**
     * Claims due messages until `until`. Other processes skip them, and claim them again after that. An expired message
     * is never claimed.
     */
    claim<Name extends ChannelName>(
      channel: Name,
      now: Instant,
      until: Instant,
      limit: number,
    ): Promise<readonly OutboxMessage<Name>[]> {
      return db.transaction(async (transaction) => {
        const waiting = and(
          eq(outbox.status, 'waiting'),
          eq(outbox.channel, channel),
          lte(outbox.nextAttemptAt, new Date(now)),
        );
        await transaction
          .update(outbox)
          .set({ status: 'failed', content: null, problem: 'expired before it could be delivered' })
          .where(and(waiting, lte(outbox.expiresAt, new Date(now))));
        // The first of each organization, then the second ones: thousands of one delay no other.
        const place = sql<number>`row_number() over (partition by ${outbox.organizationId} order by ${outbox.nextAttemptAt}, ${outbox.id})`;
        const inTurn = transaction
          .select({ id: outbox.id, place: place.as('place') })
          .from(outbox)
          .where(waiting)
          .as('in_turn');
        const due = await transaction
          .select({ id: outbox.id })
          .from(outbox)
          .innerJoin(inTurn, eq(inTurn.id, outbox.id))
          .where(waiting)
          .orderBy(inTurn.place, outbox.nextAttemptAt, outbox.id)
          .limit(limit)
          .for('update', { of: outbox, skipLocked: true });
        if (due.length === 0) return [];
        const claimed = await transaction
          .update(outbox)
          .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: new Date(until) })
          .where(
            inArray(
              outbox.id,
              due.map((row) => row.id),
            ),
          )
          .returning();
        return claimed.map((row) => messageOf<Name>(row));
      });
    },

    async markSent(messageId: number, at: Instant): Promise<void> {
      await db
        .update(outbox)
        .set({ status: 'sent', sentAt: new Date(at), content: null, problem: null })
        .where(eq(outbox.id, messageId));
    },

    /** Does nothing if another process has claimed the message in the meantime. */
    async putOff({ id: rowId, attempts }: OutboxMessage, until: Instant, problem: DeliveryProblem): Promise<void> {
      await db
        .update(outbox)
        .set({ nextAttemptAt: new Date(until), problem: problem.reason })
        .where(and(eq(outbox.id, rowId), eq(outbox.attempts, attempts), eq(outbox.status, 'waiting')));
    },

    async giveUp({ id: rowId, attempts }: OutboxMessage, problem: DeliveryProblem): Promise<void> {
      await db
        .update(outbox)
        .set({ status: 'failed', content: null, problem: problem.reason })
        .where(and(eq(outbox.id, rowId), eq(outbox.attempts, attempts), eq(outbox.status, 'waiting')));
    },

    /** Deletes sent and failed messages with their keys. */
    async forgetSettled(createdBefore: Instant): Promise<void> {
      await db.delete(outbox).where(and(ne(outbox.status, 'waiting'), lt(outbox.createdAt, new Date(createdBefore))));
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;

function messageOf<Name extends ChannelName>(row: typeof outbox.$inferSelect): OutboxMessage<Name> {
  if (row.content === null) throw new Error('a waiting message lost its content');
  return {
    id: row.id,
    organizationId: row.organizationId === null ? null : id<OrganizationId>(row.organizationId),
    recipient: row.recipient,
    messageId: row.messageId,
    // The row was selected by `channel`, which determines the type.
    content: row.content as Content[Name],
    attempts: row.attempts,
  };
}
