import type { Instant, Span } from '@atrium/domain/core';
import { and, countDistinct, eq, gte, isNotNull, lt, ne } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { alertLog, alertNotifications } from '../alerts.schema.ts';
import type { ToldNews } from '../news.ts';
import type { Recipient } from './recipients.ts';

export type NotSent = NonNullable<(typeof alertNotifications.$inferSelect)['notSent']>;

export interface WrittenNotification extends Omit<Recipient, 'language' | 'browser'> {
  readonly logId: number;
  readonly about: ToldNews['about'];
  readonly at: Instant;
  /** Of the alert: it may write to somebody by one channel twice. */
  readonly actionId: number;
  readonly dedupeKey: string | null;
  readonly notSent: NotSent | null;
  /** What was told, to be told once more with what follows closely; null: nothing was. */
  readonly news: ToldNews | null;
}

/** Who was told what of one alert, and who was not. */
export function notificationsStore(db: Database, alertId: number) {
  const table = alertNotifications;
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

    /** Takes what was to be told under a key back, oldest first: it is told under another. */
    async takeBack(dedupeKey: string): Promise<readonly ToldNews[]> {
      const rows = await db
        .delete(table)
        .where(and(eq(table.alertId, alertId), eq(table.dedupeKey, dedupeKey)))
        .returning({ id: table.id, news: table.news });
      return rows.toSorted((one, other) => one.id - other.id).flatMap(({ news }) => news ?? []);
    },

    /** Whether somebody was told by that way that it had begun. */
    async wasTold(logId: number, { channel, recipient }: Recipient): Promise<boolean> {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(
          and(
            eq(table.logId, logId),
            eq(table.channel, channel),
            eq(table.recipient, recipient),
            eq(table.about, 'opened'),
            isNotNull(table.dedupeKey),
          ),
        )
        .limit(1);
      return rows.length > 0;
    },

    /** How many other firings of the alert at the same place, begun that day, somebody was told of. */
    async firingsTold(logId: number, { from, to }: Span): Promise<number> {
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
