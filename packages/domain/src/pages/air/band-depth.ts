import { type Band, computeScore } from '../../numbers/index.ts';

/** The side of the good range a value lies on. */
export type BandSide = 'above' | 'below';

/** How far a value lies beyond the good range. */
export interface BandDepth {
  /** 3 is fair, 2 and 1 are poor. */
  readonly score: number;
  readonly side: BandSide;
  /** The limit that a value with this score or a worse one exceeds. */
  readonly limit: number;
  /**
   * Distance in bands, so that ppm and degrees compare: 0.5 is the middle of the fair band, 1.5 of the poor one. Beyond
   * the last limit bands continue with the last width.
   */
  readonly depth: number;
}

/** Returns the depth of a value; null if it is good. */
export function computeBandDepth(band: Band, value: number): BandDepth | null {
  const score = computeScore(band, value);
  if (score >= 4) return null;
  const side = sideOf(band, value);
  const sign = side === 'above' ? 1 : -1;
  const [best, ...limits] = limitsOn(band, side).map((limit) => sign * limit) as [number, number, number, number];
  const [good, fair, poor] = limits as [number, number, number];
  const at = sign * value;
  const part = (from: number, to: number) => (to > from ? Math.min(1, (at - from) / (to - from)) : 0);
  const last = [poor - fair, fair - good, good - best].find((width) => width > 0) ?? 1;
  const depth = score === 3 ? part(good, fair) : score === 2 ? 1 + part(fair, poor) : 2 + (at - poor) / last;
  return { score, side, limit: sign * ([poor, fair, good][score - 1] as number), depth };
}

/** Returns the sides on which a value can be bad. Gases have only `above`. */
export function getBadSides(band: Band): readonly BandSide[] {
  if ('below' in band) return ['above'];
  return 'atLeast' in band ? ['below'] : ['above', 'below'];
}

/** Returns the limit of good values on a side on which they can be bad. */
export const getGoodLimit = (band: Band, side: BandSide): number => limitsOn(band, side)[1] as number;

/** Sorts the worse first: by score, then by depth. */
export function compareDepths(left: BandDepth, right: BandDepth): number {
  return left.score - right.score || right.depth - left.depth;
}

function sideOf(band: Band, value: number): BandSide {
  if ('below' in band) return 'above';
  return 'within' in band && value > band.within[1][1] ? 'above' : 'below';
}

/** Returns the limits of one side for the scores 5, 4, 3 and 2. */
function limitsOn(band: Band, side: BandSide): readonly number[] {
  if ('below' in band) return band.below;
  if ('atLeast' in band) return band.atLeast;
  return band.within.map(([low, high]) => (side === 'above' ? high : low));
}
