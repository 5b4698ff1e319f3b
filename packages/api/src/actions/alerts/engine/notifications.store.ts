import type { Instant, Span } from '@atrium/domain/core';
import { and, countDistinct, eq, gte, inArray, isNotNull, lt, ne, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { PlacedAlertEvent } from '../alert-event.ts';
import { alertLog, alertNotifications } from '../alerts.schema.ts';
import type { Recipient } from './recipients.ts';

export type NotSentReason = NonNullable<(typeof alertNotifications.$inferSelect)['notSent']>;

export interface WrittenNotification extends Omit<Recipient, 'language' | 'browser'> {
  readonly logId: number;
  readonly about: PlacedAlertEvent['about'];
  readonly at: Instant;
  /** Id of the alert's action. An alert may notify a recipient twice by one channel. */
  readonly actionId: number;
  readonly dedupeKey: string | null;
  readonly notSent: NotSentReason | null;
  /** The reported event, so that a grouped message can repeat it. Null: no message was sent. */
  readonly news: PlacedAlertEvent | null;
}

/** Notifications of one alert: who was notified of what, and who was not. */
export function notificationsStore(db: Database, alertId: number) {
  const table = alertNotifications;
  async function has(logId: number, { channel, recipient }: Recipient, which: SQL | undefined): Promise<boolean> {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.logId, logId), eq(table.channel, channel), eq(table.recipient, recipient), which))
      .limit(1);
    return rows.length > 0;
  }
  return {
    async write({
      logId,
      channel,
      about,
      recipient,
      userId,
      at,
      actionId,
      dedupeKey,
      notSent,
      news,
    }: WrittenNotification): Promise<void> {
      await db
        .insert(table)
        .values({
          alertId,
          logId,
          channel,
          about,
          recipient,
          userId,
          at: new Date(at),
          actionId,
          dedupeKey,
          notSent,
          news,
        })
        .onConflictDoNothing();
    },

    /**
     * Deletes the pending notifications of a key and returns their events, oldest first. They are sent under another
     * key.
     */
    async takeBack(dedupeKey: string): Promise<readonly PlacedAlertEvent[]> {
      const rows = await db
        .delete(table)
        .where(and(eq(table.alertId, alertId), eq(table.dedupeKey, dedupeKey)))
        .returning({ id: table.id, news: table.news });
      return rows.toSorted((one, other) => one.id - other.id).flatMap(({ news }) => news ?? []);
    },

    /** Returns whether the recipient was notified by that channel that the firing began or lasts. */
    wasNotified: (logId: number, recipient: Recipient): Promise<boolean> =>
      has(logId, recipient, and(inArray(table.about, ['opened', 'reminder']), isNotNull(table.dedupeKey))),

    /** Returns whether the recipient was not notified of the start of the firing because of a quiet time or closed day. */
    wasSpared: (logId: number, recipient: Recipient): Promise<boolean> =>
      has(logId, recipient, and(eq(table.about, 'opened'), inArray(table.notSent, ['quiet', 'closedDay']))),

    /** Counts the alert's other firings at the same place that began that day and were notified. */
    async countNotifiedFirings(logId: number, { from, to }: Span): Promise<number> {
      const [own] = await db.select({ place: alertLog.place }).from(alertLog).where(eq(alertLog.id, logId));
      if (own?.place == null) return 0;
      const [row] = await db
        .select({ count: countDistinct(table.logId) })
        .from(table)
        .innerJoin(alertLog, eq(alertLog.id, table.logId))
        .where(
          and(
            eq(table.alertId, alertId),
            eq(table.about, 'opened'),
            isNotNull(table.dedupeKey),
            ne(table.logId, logId),
            eq(alertLog.place, own.place),
            gte(alertLog.dateBegin, new Date(from)),
            lt(alertLog.dateBegin, new Date(to)),
          ),
        );
      return row?.count ?? 0;
    },
  };
}
