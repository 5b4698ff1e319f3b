import { placeKey } from '@atrium/domain/alerts';
import type { Instant } from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Observe } from '../observe/index.ts';
import type { AlertStory, StoryDependencies } from './story.ts';

/** A value of a place; null where nothing is known of it. */
export interface SeenPoint {
  readonly at: Instant;
  readonly value: number | null;
}

/** How long before it fired, and after it ended, values are told, ms. */
const around = 2 * 3_600_000;
/** Of what lasts longer its begin is told, ms. */
const longest = 24 * 3_600_000;

/** The values around a firing, as the engine reads them now; none where the alert is gone, or was written by hand. */
export async function storyPoints(
  { clock, observe }: Pick<StoryDependencies, 'clock'> & { readonly observe: Observe },
  scope: Scope,
  { alert, entry: { place, dateBegin, dateEnd } }: AlertStory,
  signal?: AbortSignal,
): Promise<readonly SeenPoint[]> {
  if (alert === null || place === null) return [];
  const now = clock.now();
  const end = Math.min(now, (dateEnd ?? now) + around, dateBegin + longest);
  const span = { from: dateBegin - around, to: Math.max(end, dateBegin - around + 60_000) };
  const [observed] = await observe(scope, [{ site: alert.site, condition: alert.condition, span }], signal);
  if (observed === undefined || !observed.ok) return [];
  const own = observed.value.find((one) => placeKey(one.place) === place);
  return (own?.observations ?? []).map((seen) => ({
    at: seen.from,
    value: seen.kind === 'known' ? seen.value : null,
  }));
}
