import type { Phase } from '@atrium/domain/actions/alerts';
import type { Instant } from '@atrium/domain/core';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { AlertEvent, notSentReasons, transitionEffects, transitionKinds } from '../alert-event.ts';
import { alertNotifications, alertTransitions, type LogTimes } from '../alerts.schema.ts';
import type { ActionType } from '../definitions/alert.ts';

/** Transition of an alert at a place. */
export interface StoryStep {
  readonly id: number;
  readonly kind: (typeof transitionKinds)[number];
  readonly at: Instant;
  readonly from: Phase | null;
  readonly to: Phase | null;
  readonly value: number | null;
  readonly effect: (typeof transitionEffects)[number] | null;
  readonly seenAt: Instant;
  readonly before: LogTimes | null;
  readonly after: LogTimes | null;
}

export interface StoryNotification {
  readonly id: number;
  readonly channel: ActionType;
  readonly about: AlertEvent['about'];
  readonly recipient: string;
  readonly userId: number | null;
  readonly at: Instant;
  readonly dedupeKey: string | null;
  readonly notSent: (typeof notSentReasons)[number] | null;
}

/** Limit for steps, and for notifications. */
export const maxSteps = 200;

/** History around a log entry. The caller must have access to the entry. */
export function storyStore(db: Database) {
  return {
    async steps(alertId: number, place: string, from: Instant, to: Instant): Promise<readonly StoryStep[]> {
      const table = alertTransitions;
      const rows = await db
        .select()
        .from(table)
        .where(
          and(
            eq(table.alertId, alertId),
            eq(table.place, place),
            gte(table.at, new Date(from)),
            lt(table.at, new Date(to)),
          ),
        )
        .orderBy(asc(table.at), asc(table.id))
        .limit(maxSteps);
      return rows.map(({ organizationId: _own, alertId: _alert, place: _place, logId: _log, at, seenAt, ...step }) => ({
        ...step,
        at: at.getTime(),
        seenAt: seenAt.getTime(),
      }));
    },

    async notifications(logId: number): Promise<readonly StoryNotification[]> {
      const table = alertNotifications;
      const rows = await db
        .select()
        .from(table)
        .where(eq(table.logId, logId))
        .orderBy(asc(table.at), asc(table.id))
        .limit(maxSteps);
      return rows.map(({ alertId: _alert, logId: _log, at, ...one }) => ({ ...one, at: at.getTime() }));
    },
  };
}
