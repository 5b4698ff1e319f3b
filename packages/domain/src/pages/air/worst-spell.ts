import type { Span } from '../../core/index.ts';
import type { Band } from '../../numbers/index.ts';
import { type BandDepth, type BandSide, compareDepths, computeBandDepth } from './band-depth.ts';

/** The highest or lowest reading of a span; null if there is none. */
export interface Extreme extends Span {
  readonly value: number | null;
}

/** An uninterrupted span in which the air of a place was beyond a limit. */
export interface Spell extends Span, Pick<BandDepth, 'score' | 'side' | 'limit'> {
  /** Its worst reading. */
  readonly peak: number;
}

/**
 * Returns the worst spell of a day: the time around the worst reading with the same score or a worse one. Among
 * equally bad readings the longest spell counts, then the first. A spell ends where readings are missing or the site is closed.
 */
export function findWorstSpell(course: readonly Extreme[], band: Band, side: BandSide): Spell | null {
  const depths = course.map(({ value }) => {
    const depth = value === null ? null : computeBandDepth(band, value);
    return depth?.side === side ? depth : null;
  });
  const worst = depths.filter((depth) => depth !== null).toSorted(compareDepths)[0];
  if (!worst) return null;
  const isBad = (place: number) => (depths[place]?.score ?? 5) <= worst.score;
  const follows = (place: number) => course[place - 1]?.to === course[place]?.from;
  let best: Spell | null = null;
  for (let first = 0; first < course.length; first++) {
    if (!isBad(first)) continue;
    let last = first;
    while (isBad(last + 1) && follows(last + 1)) last++;
    const run = course.slice(first, last + 1);
    const peak = depths.slice(first, last + 1).some((depth) => depth && compareDepths(depth, worst) === 0);
    const span = { from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0 };
    if (peak && (best === null || span.to - span.from > best.to - best.from))
      best = { ...span, ...worstOf(run, side), score: worst.score, side, limit: worst.limit };
    first = last;
  }
  return best;
}

function worstOf(run: readonly Extreme[], side: BandSide): Pick<Spell, 'peak'> {
  const values = run.flatMap(({ value }) => value ?? []);
  return { peak: side === 'above' ? Math.max(...values) : Math.min(...values) };
}
