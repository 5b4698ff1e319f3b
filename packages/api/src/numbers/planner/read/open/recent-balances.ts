import type { Instant } from '@atrium/domain/core';
import type { RecentReadings } from '../../../open-days/recent-readings.ts';
import type { Scanner } from '../scanner.ts';
import { scanLevels } from './scan-levels.ts';
import { scanStates } from './scan-states.ts';

/** Reads balances and levels from memory after the first reset in memory, and earlier ones from `rolled`. */
export function createRecentBalances(
  rolled: Scanner,
  heldBefore: (installation: number, to: Instant) => Promise<RecentReadings | null>,
): Pick<Scanner, 'states' | 'levels'> {
  return {
    async states(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt = null, points = []) {
      const held = await heldBefore(installation, endOf(edges));
      const place = held === null ? -1 : openPlace(held, edges, resets);
      if (held === null || place < 0)
        return rolled.states(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points);
      const open = scanStates(held, sources, { edges: edges.slice(place), resets, cutAt }, points);
      if (place === 0) return open;
      const early = earlyOf(edges, resets, place);
      const told = points.filter(({ at }) => at < endOf(early.edges));
      const buckets = bucketOf?.slice(0, place);
      return [
        ...(await rolled.states(
          installation,
          sources,
          early.edges,
          early.resets,
          hasAlternatives,
          buckets,
          cutAt,
          told,
        )),
        ...open,
      ];
    },
    async levels(installation, sources, edges, resets) {
      const held = await heldBefore(installation, endOf(edges));
      const place = held === null ? -1 : openPlace(held, edges, resets);
      if (held === null || place < 0) return rolled.levels(installation, sources, edges, resets);
      const open = scanLevels(held, sources, { edges: edges.slice(place), resets });
      if (place === 0) return open;
      const early = earlyOf(edges, resets, place);
      return [...(await rolled.levels(installation, sources, early.edges, early.resets)), ...open];
    },
  };
}

/** Returns the position of the reset after which memory is complete; −1 if there is none. */
function openPlace(held: RecentReadings, edges: readonly Instant[], resets: readonly Instant[]): number {
  const from = resets.find((reset) => reset >= held.from && reset < endOf(edges));
  return from === undefined ? -1 : edges.indexOf(from);
}

const earlyOf = (edges: readonly Instant[], resets: readonly Instant[], place: number) => ({
  edges: edges.slice(0, place + 1),
  resets: resets.filter((reset) => reset < (edges[place] as Instant)),
});

const endOf = (edges: readonly Instant[]) => edges.at(-1) as Instant;
