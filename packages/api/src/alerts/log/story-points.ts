import { toPlaceKey } from '@atrium/domain/alerts';
import type { Instant } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Observe } from '../observe/index.ts';
import type { AlertStory, StoryDependencies } from './story.ts';

/** Value of a place. Null: unknown. */
export interface StoryPoint {
  readonly at: Instant;
  readonly value: number | null;
}

/** Time before and after a firing whose values are shown, ms. */
const around = 2 * 3_600_000;
/** Longer firings show this much from their start, ms. */
const maxShownMs = 24 * 3_600_000;

/**
 * Returns the values around a firing, as the engine reads them now. Empty if the alert is deleted or the entry was made
 * by hand.
 */
export async function readStoryPoints(
  { clock, observe }: Pick<StoryDependencies, 'clock'> & { readonly observe: Observe },
  scope: Scope,
  { alert, entry: { place, dateBegin, dateEnd } }: AlertStory,
  signal?: AbortSignal,
): Promise<readonly StoryPoint[]> {
  if (alert === null || place === null) return [];
  const now = clock.now();
  const end = Math.min(now, (dateEnd ?? now) + around, dateBegin + maxShownMs);
  const span = { from: dateBegin - around, to: Math.max(end, dateBegin - around + 60_000) };
  const [observed] = await observe(scope, [{ site: alert.site, condition: alert.condition, span }], signal);
  if (observed === undefined || !observed.ok) return [];
  const own = observed.value.find((one) => toPlaceKey(one.place) === place);
  return (own?.observations ?? []).map((seen) => ({
    at: seen.from,
    value: seen.kind === 'known' ? seen.value : null,
  }));
}
