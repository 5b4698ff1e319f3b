import type { Known, Measured } from '../measures.oracle.ts';
import { foldPlainly } from './plain-fold.oracle.ts';

/** A number of an answer. */
export interface FoldedNumber {
  readonly value: number | null;
  readonly state: 'known' | 'missing' | 'closed';
  readonly partial: boolean;
  /** Unsupported descriptors, if they are the only reason why the value is missing. */
  readonly notTold?: readonly string[];
}

export const buildEmptyResult = (sides: readonly Measured[]): FoldedNumber => {
  const isClosed = sides.length > 0 && sides.every(({ closed }) => closed);
  const lacking = sides.filter((one) => one.known === null && !one.closed);
  const isOnlyUntold = lacking.every(({ notTold }) => notTold != null);
  const untold = [...new Set(lacking.flatMap(({ notTold }) => notTold ?? []))].sort();
  return {
    value: null,
    state: isClosed ? 'closed' : 'missing',
    partial: false,
    ...(isOnlyUntold && untold.length > 0 && { notTold: untold }),
  };
};

const known = (value: number | null, sides: readonly Measured[]): FoldedNumber =>
  value === null
    ? { value, state: 'missing', partial: false }
    : { value, state: 'known', partial: sides.some(({ partial, closed }) => partial && !closed) };

/**
 * Returns the empty result of two sides that are never known together, with the reason of the unsupported side, if any.
 */
function findEmptyResult(upper: readonly Measured[], lower: readonly Measured[]): FoldedNumber {
  const untold = [upper, lower].filter((side) => side.every((one) => one.known === null)).map(buildEmptyResult);
  return untold.find(({ notTold }) => notTold !== undefined) ?? buildEmptyResult([...upper, ...lower]);
}

/** Folds several intervals, oldest first, into a number. */
export function foldOne(list: readonly Measured[], fold: string): FoldedNumber {
  const found = list.flatMap((one) => one.known ?? []);
  return found.length === 0 ? buildEmptyResult(list) : known(foldKnown(found, fold), list);
}

function foldKnown(found: readonly Known[], fold: string): number | null {
  const [first] = found;
  if (first === undefined) return null;
  if ('sum' in first) return foldPlainly(found.map(sumOf), fold);
  if ('values' in first)
    return foldPlainly(
      found.flatMap((one) => ('values' in one ? one.values : [])),
      fold,
    );
  if ('byDevice' in first) return foldSamples(found, fold);
  if ('pairs' in first) return foldPairs(found, fold);
  if ('codes' in first) return foldCodes(found, fold);
  const sets = found.map((one) => ('visitors' in one ? one.visitors : new Set<string>()));
  return fold === 'COUNT'
    ? new Set(sets.flatMap((set) => [...set])).size
    : foldPlainly(
        sets.map(({ size }) => size),
        fold,
      );
}

const sumOf = (one: Known) => ('sum' in one ? one.sum : 0);

/**
 * Divides both sides summed over all minutes. Medians and percentiles use the ratios of intervals, extremes those of
 * minutes. WEIGHT is the numerator.
 */
function foldPairs(found: readonly Known[], fold: string): number | null {
  const lists = found.map((one) => ('pairs' in one ? one.pairs : []));
  const ratioOf = (pairs: (typeof lists)[number]) => {
    const under = pairs.reduce((sum, [, one]) => sum + one, 0);
    return under === 0 ? [] : [pairs.reduce((sum, [one]) => sum + one, 0) / under];
  };
  if (fold === 'WEIGHT') return lists.flat().reduce((sum, [one]) => sum + one, 0);
  if (fold === 'AVERAGE') return ratioOf(lists.flat())[0] ?? null;
  const isOfMinutes = ['MIN', 'MAX', 'FIRST', 'LAST'].includes(fold);
  const parts = isOfMinutes ? lists.flat().map((pair) => [pair]) : lists;
  return foldPlainly(parts.flatMap(ratioOf), fold);
}

/** Uses the worst device of each interval. */
function foldCodes(found: readonly Known[], fold: string): number | null {
  const worst = found.map((one) => {
    const lists = 'codes' in one ? [...one.codes.values()] : [];
    return Math.max(...lists.map((codes) => foldPlainly(codes, fold) ?? 0));
  });
  return foldPlainly(worst, fold);
}

/** Means weight devices equally; other folds weight values equally. */
function foldSamples(found: readonly Known[], fold: string): number | null {
  const byDevice = new Map<number, number[]>();
  for (const one of found)
    if ('byDevice' in one)
      for (const [device, values] of one.byDevice) byDevice.set(device, [...(byDevice.get(device) ?? []), ...values]);
  const lists = [...byDevice.values()];
  if (fold === 'AVERAGE' || fold === 'FIRST' || fold === 'LAST')
    return foldPlainly(
      lists.flatMap((list) => foldPlainly(list, fold) ?? []),
      'AVERAGE',
    );
  return foldPlainly(lists.flat(), fold);
}

/** Returns the intervals to count: those complete on every side, or all if there are none. */
function selectComplete(sides: readonly (readonly Measured[])[], fold: string): readonly number[] {
  const all = Array.from((sides[0] ?? []).keys());
  if (fold !== 'AVERAGE' && fold !== 'WEIGHT') return all;
  const complete = all.filter((index) => sides.every((side) => side[index]?.known != null && side[index]?.whole));
  return complete.length === 0 ? all : complete;
}

/**
 * Divides the sums of both sides over the intervals known on both. Folds other than the mean use the ratios of
 * intervals. A ratio of sums (`isWhole`) uses only intervals complete on both sides, if there are any.
 */
export function foldRatio(
  upper: readonly Measured[],
  lower: readonly Measured[],
  scale: number,
  fold: string,
  isWhole: boolean,
): FoldedNumber {
  const sides = [...upper, ...lower];
  const counted = isWhole ? selectComplete([upper, lower], fold) : Array.from(upper.keys());
  const pick = (side: readonly Measured[]) => counted.map((index) => side[index] as Measured);
  const pairs = pairsOf(pick(upper), pick(lower));
  if (pairs.length === 0) return findEmptyResult(upper, lower);
  const over =
    foldPlainly(
      pairs.map(([, one]) => one),
      'SUM',
    ) ?? 0;
  const ratios = pairs.flatMap(([one, other]) => (other === 0 ? [] : [one / other]));
  const sum =
    foldPlainly(
      pairs.map(([one]) => one),
      'SUM',
    ) ?? 0;
  if (fold === 'WEIGHT') return known(sum, sides);
  const mean = over === 0 ? null : sum / over;
  const value = fold === 'AVERAGE' ? mean : foldPlainly(ratios, fold);
  return known(value === null ? null : value * scale, sides);
}

/** Repeats every duration as often as there were visits, for the percentiles. */
export function foldDuration(upper: readonly Measured[], lower: readonly Measured[], fold: string): FoldedNumber {
  const plain = foldRatio(upper, lower, 1, fold, false);
  if (plain.state !== 'known' || !['P25', 'MEDIAN', 'P75', 'P95'].includes(fold)) return plain;
  const visits = upper.flatMap(({ known: one }, index) =>
    one !== null && 'visits' in one && lower[index]?.known != null ? (one.visits ?? []) : [],
  );
  const all = visits.flatMap(([value, many]) => Array.from({ length: many }, () => value));
  return { ...plain, value: foldPlainly(all, fold) };
}

export function foldLess(upper: readonly Measured[], lower: readonly Measured[], fold: string): FoldedNumber {
  const sides = [...upper, ...lower];
  const pairs = pairsOf(upper, lower);
  if (pairs.length === 0) return findEmptyResult(upper, lower);
  const value = foldPlainly(
    pairs.map(([one, other]) => one - other),
    fold,
  );
  return known(Math.max(0, value ?? 0), sides);
}

/** Divides a sum by the area, which is constant. */
export function foldPerArea(sums: readonly Measured[], areas: readonly Measured[], fold: string): FoldedNumber {
  const pairs = pairsOf(sums, areas);
  const [area = 0] = pairs.map(([, one]) => one);
  if (pairs.length === 0) return findEmptyResult(sums, areas);
  const value = foldPlainly(
    pairs.map(([one]) => one),
    fold,
  );
  return known(value === null || area === 0 ? null : value / area, [...sums, ...areas]);
}

/** Folds by minutes, all that are known. WEIGHT is not scaled. */
export function foldShare(list: readonly Measured[], scale: number, fold: string): FoldedNumber {
  const one = foldOne(list, fold);
  return one.value === null || fold === 'WEIGHT' ? one : { ...one, value: one.value * scale };
}

function pairsOf(upper: readonly Measured[], lower: readonly Measured[]): (readonly [number, number])[] {
  return upper.flatMap(({ known: one }, index) => {
    const other = lower[index]?.known ?? null;
    return one === null || other === null ? [] : [[sumOf(one), sumOf(other)] as const];
  });
}
