import type { Random } from '@atrium/testkit/chance';
import type { Shares } from './document.ts';
import type { Work } from './meter.ts';
import type { Part } from './random-part.ts';

/** Accepted part, with its share of each limit. */
export interface WeightedPart {
  readonly part: Part;
  readonly shares: Shares;
}

/** Document that was sent, and the work it caused. */
export interface TriedDocument {
  readonly parts: readonly WeightedPart[];
  readonly took: Work;
}

export interface Search {
  readonly random: Random;
  readonly send: (parts: readonly WeightedPart[]) => Promise<TriedDocument>;
  /** Returns the same operation with other arguments or fields; null when that is refused. */
  readonly otherwise: (part: WeightedPart) => WeightedPart | null;
}

/** Combines as many of the parts as one document may hold. */
function filledWith(parts: readonly WeightedPart[], random: Random): readonly WeightedPart[] {
  const taken: WeightedPart[] = [];
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

/** Number of operations that the search starts with, each in documents of nothing else. */
const starts = 2;

/**
 * Searches for the most expensive document by one measure. Starts with documents full of the parts that cost most
 * relative to their weight. Then repeatedly combines some of the best document's parts with variants of them. Returns
 * all documents that were tried.
 */
export async function searchMostExpensive(
  measure: keyof Work,
  small: readonly TriedDocument[],
  rounds: number,
  { random, send, otherwise }: Search,
): Promise<readonly TriedDocument[]> {
  const worth = ({ parts, took }: TriedDocument) => took[measure] / Math.max(...(parts[0]?.shares ?? [1]));
  const pool = [...small].sort((one, other) => worth(other) - worth(one)).flatMap(({ parts }) => parts);
  const firsts = [...Map.groupBy(pool, ({ part }) => part.operation.name).values()].map(
    ([first]) => first as WeightedPart,
  );
  const tried: TriedDocument[] = [];
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
