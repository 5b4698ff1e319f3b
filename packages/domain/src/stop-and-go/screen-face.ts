import type { Instant } from '../core/index.ts';

/**
 * What a screen at an entrance says:
 * - stop, go: as many people inside as may be, or fewer;
 * - askStaff: how many are inside is not known now;
 * - closed: the site is closed, or its event is not on today;
 * - noLimit: nobody has said how many may be inside;
 * - off: switched off.
 */
export const screenFaces = ['stop', 'askStaff', 'go', 'closed', 'noLimit', 'off'] as const;

export type ScreenFace = (typeof screenFaces)[number];

export interface ScreenFacts {
  readonly enabled: boolean;
  /** Whether the event runs today and the site is open now. */
  readonly isOpen: boolean;
  /** People. */
  readonly limit: number | null;
  /** People; null: not known. */
  readonly inside: number | null;
  /** Since when a counter at the site's outer doors has been silent; null: all are heard of. */
  readonly silentSince: Instant | null;
}

/** What is not known is never shown as room: one silent door is enough to ask a person. */
export function faceOf({ enabled, isOpen, limit, inside, silentSince }: ScreenFacts): ScreenFace {
  if (limit === null) return 'noLimit';
  if (!enabled) return 'off';
  if (!isOpen) return 'closed';
  if (inside === null || silentSince !== null) return 'askStaff';
  return inside >= limit ? 'stop' : 'go';
}

/** How many more may come in; 0 from the limit on, null where it is not known. */
export function placesLeft({ limit, inside }: Pick<ScreenFacts, 'limit' | 'inside'>): number | null {
  return limit === null || inside === null ? null : Math.max(0, limit - Math.ceil(inside));
}
