import type { Instant } from '@atrium/domain/core';

/** Something people may be told of. */
export interface News {
  readonly about: 'opened' | 'ended' | 'reminder' | 'silent';
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
