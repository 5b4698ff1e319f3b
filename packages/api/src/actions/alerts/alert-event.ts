import type { AlertLogMetric } from '@atrium/domain/actions/alerts';
import type { Instant } from '@atrium/domain/core';

/** Kinds of events to notify about; `silent` means that data stopped arriving. */
export const alertEventKinds = ['opened', 'reminder', 'ended', 'silent'] as const;

/** Why no message was sent. */
export const notSentReasons = ['muted', 'quiet', 'closedDay', 'maxTrigger', 'beganBeyond', 'late', 'notSetUp'] as const;

export const firingEndings = ['ended', 'closed', 'disabled'] as const;

/** Kinds of transitions at a place, and their effects on the firing. */
export const transitionKinds = ['phase', 'reminder', 'correction'] as const;
export const transitionEffects = ['opened', 'ended', 'closed'] as const;

/** Expected value and range, in the metric's unit. */
export type UsualAtPeak = NonNullable<AlertLogMetric['usual']>;

export interface AlertEvent {
  readonly about: (typeof alertEventKinds)[number];
  readonly logId: number;
  readonly at: Instant;
  readonly begin: Instant;
  /** Peak value, in the metric's unit. */
  readonly value: number | null;
  /** What was usual at the peak. Null if the rule does not compare with it; absent in events stored earlier. */
  readonly usual?: UsualAtPeak | null;
  readonly endedBy: 'ended' | 'closed' | null;
  /** Why the event sends no notification. Null: it does. */
  readonly silentBecause: 'beganBeyond' | 'late' | null;
}

export interface PlacedAlertEvent extends AlertEvent {
  /** Name of the zone, passage, device or site. */
  readonly place: string;
}
