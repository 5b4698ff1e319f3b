import type { Instant } from '@atrium/domain/core';

/** What people are told of an alert; `silent`: nobody was. */
export const newsKinds = ['opened', 'reminder', 'ended', 'silent'] as const;

/** Why nobody was told. */
export const reasonsNotSent = ['muted', 'maxTrigger', 'beganBeyond', 'late', 'notSetUp'] as const;

/** How a firing ended. */
export const endings = ['ended', 'closed', 'disabled'] as const;

/** What happened to an alert at a place, and what a change of phase did to its firing. */
export const stepKinds = ['phase', 'reminder', 'correction'] as const;
export const stepEffects = ['opened', 'ended', 'closed'] as const;

/** Something people may be told of. */
export interface News {
  readonly about: (typeof newsKinds)[number];
  readonly logId: number;
  readonly at: Instant;
  readonly begin: Instant;
  /** The farthest it went, in the metric's unit. */
  readonly value: number | null;
  readonly endedBy: 'ended' | 'closed' | null;
  /** Nobody is told, and why. */
  readonly silentBecause: 'beganBeyond' | 'late' | null;
}

export interface ToldNews extends News {
  /** The zone's, passage's, device's or site's name. */
  readonly place: string;
}
