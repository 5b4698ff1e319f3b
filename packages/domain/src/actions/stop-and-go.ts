import type { Instant } from '../core/index.ts';

/**
 * Content of a screen at an entrance:
 * - stop, go: the limit is reached, or not.
 * - askStaff: the number of people inside is unknown.
 * - closed: the site is closed, or its event is not on today.
 * - noLimit: the event has no limit.
 * - off: switched off.
 */
export const screenFaces = ['stop', 'askStaff', 'go', 'closed', 'noLimit', 'off'] as const;

export type ScreenFace = (typeof screenFaces)[number];

export interface ScreenFacts {
  readonly enabled: boolean;
  /** Whether the event is on today and the site is open now. */
  readonly isOpen: boolean;
  /** People. */
  readonly limit: number | null;
  /** People. Null: unknown. */
  readonly inside: number | null;
  /** Start of the current gap of a counter at the site's outer doors. Null: no gap. */
  readonly silentSince: Instant | null;
}

/**
 * Chooses the face of a screen. Unknown numbers never show as free capacity: a single silent counter gives `askStaff`.
 */
export function chooseFace({ enabled, isOpen, limit, inside, silentSince }: ScreenFacts): ScreenFace {
  if (limit === null) return 'noLimit';
  if (!enabled) return 'off';
  if (!isOpen) return 'closed';
  if (inside === null || silentSince !== null) return 'askStaff';
  return inside >= limit ? 'stop' : 'go';
}

/** Returns how many more people may enter: 0 from the limit on, null if unknown. */
export function countPlacesLeft({ limit, inside }: Pick<ScreenFacts, 'limit' | 'inside'>): number | null {
  return limit === null || inside === null ? null : Math.max(0, limit - Math.ceil(inside));
}
