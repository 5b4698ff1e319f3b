import type { Random } from '@atrium/testkit/chance';
import type { Shares } from './document.ts';
import type { Took } from './meter.ts';
import type { Part } from './random-part.ts';

/** A part that may be sent, with its share of each limit. */
export interface Weighed {
  readonly part: Part;
  readonly shares: Shares;
}

/** A document that was sent, and what it took. */
export interface Tried {
  readonly parts: readonly Weighed[];
  readonly took: Took;
}

export interface Search {
  readonly random: Random;
  readonly send: (parts: readonly Weighed[]) => Promise<Tried>;
  /** The same operation asked otherwise; null: that is refused. */
  readonly otherwise: (part: Weighed) => Weighed | null;
}

/** As many of some parts as one document may hold: none fits any more. */
function filledWith(parts: readonly Weighed[], random: Random): readonly Weighed[] {
  const taken: Weighed[] = [];
  let left: Shares = parts[0]?.shares.map(() => 1) ?? [];
  for (let misses = 0; misses < 2 * parts.length && taken.length < 60; ) {
    const one = random.pick(parts);
    const after = left.map((share, index) => share - (one.shares[index] ?? 0));
    if (after.some((share) => share < 0)) misses += 1;
    else {
      taken.push(one);
      left = after;
    }
  }
  return taken;
}

/** Of how many operations documents are made of nothing else, before the dearest of them is changed. */
const starts = 2;

/**
 * Climbs to the dearest document by one measure from small ones: of those that take most for their weight as many as are
 * let in, then again and again some of the best one's parts beside others like them. Answers all that were tried.
 */
export async function climb(
  measure: keyof Took,
  small: readonly Tried[],
  rounds: number,
  { random, send, otherwise }: Search,
): Promise<readonly Tried[]> {
  const worth = ({ parts, took }: Tried) => took[measure] / Math.max(...(parts[0]?.shares ?? [1]));
  const pool = [...small].sort((one, other) => worth(other) - worth(one)).flatMap(({ parts }) => parts);
  const firsts = [...Map.groupBy(pool, ({ part }) => part.operation.name).values()].map(([first]) => first as Weighed);
  const tried: Tried[] = [];
  for (const first of firsts.slice(0, starts)) tried.push(await send(filledWith([first], random)));
  const dearest = () => tried.reduce((best, one) => (one.took[measure] > best.took[measure] ? one : best));
  for (let round = 0; round < rounds; round += 1) {
    const parts = [...new Set(dearest().parts)];
    const kept = random.shuffled(parts).slice(0, Math.ceil(parts.length / 2));
    const changed = kept.flatMap((part) => otherwise(part) ?? []);
    tried.push(await send(filledWith([...kept, ...changed, random.pick(firsts.slice(0, 2 * starts))], random)));
  }
  return tried;
}
