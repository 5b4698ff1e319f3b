import type { Instant } from '@atrium/domain/core';

/** Kinds of events to notify about; `silent` means that data stopped arriving. */
export const newsKinds = ['opened', 'reminder', 'ended', 'silent'] as const;

/** Why no message was sent. */
export const reasonsNotSent = ['muted', 'maxTrigger', 'beganBeyond', 'late', 'notSetUp'] as const;

/** How a firing ended. */
export const endings = ['ended', 'closed', 'disabled'] as const;

/** Kinds of transitions at a place, and their effects on the firing. */
export const stepKinds = ['phase', 'reminder', 'correction'] as const;
export const stepEffects = ['opened', 'ended', 'closed'] as const;

/** An event to notify about. */
export interface News {
  readonly about: (typeof newsKinds)[number];
  readonly logId: number;
  readonly at: Instant;
  readonly begin: Instant;
  /** Peak value, in the metric's unit. */
  readonly value: number | null;
  readonly endedBy: 'ended' | 'closed' | null;
  /** Why the event sends no notification. Null: it does. */
  readonly silentBecause: 'beganBeyond' | 'late' | null;
}

export interface ToldNews extends News {
  /** Name of the zone, passage, device or site. */
  readonly place: string;
}
