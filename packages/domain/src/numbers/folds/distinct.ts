import type { DistinctMeasure, KindFold, Sketch } from './measure.ts';
import { foldValues } from './quantile.ts';

/** Hashes per sketch. Fewer visitors are counted exactly; above it the standard error is 0.8 %. */
export const sketchSize = 16_384;
/** Hashes are integers below this, which a double represents exactly. */
const hashLimit = 2 ** 53;

/** Folds distinct visitors; a visitor of several parts counts once. */
export const distinct: KindFold<DistinctMeasure> = {
  together: unite,
  usual: buildUsualVisitors,
  overTime: (parts, aggregation) =>
    aggregation === 'COUNT' ? countOf(unite(parts)) : foldValues[aggregation](parts.map(countOf)),
};

/**
 * Keeps each week at its position, null when unknown, so that the weeks of other intervals merge with the same week.
 */
export function buildUsualVisitors(parts: readonly (DistinctMeasure | null)[]): DistinctMeasure {
  return { kind: 'distinct', weeks: parts.flatMap((part) => part?.weeks ?? [null]) };
}

function countOf({ weeks }: DistinctMeasure): number {
  return foldValues.AVERAGE(weeks.flatMap((week) => (week === null ? [] : [estimate(week)])));
}

function unite(parts: readonly DistinctMeasure[]): DistinctMeasure {
  const count = foldValues.MAX(parts.map((part) => part.weeks.length));
  const weeks = Array.from({ length: count }, (_, week) => {
    const sketches = parts.map((part) => part.weeks[week] ?? null).filter((sketch) => sketch !== null);
    return sketches.length === 0 ? null : joinSketches(sketches);
  });
  return { kind: 'distinct', weeks };
}

/** Merges sketches: the smallest hashes of all are the sketch of the union. */
export function joinSketches(sketches: readonly Sketch[]): Sketch {
  const filled = sketches.filter((sketch) => sketch.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const hashes = Float64Array.from(new Set(filled.flat())).sort();
  return [...hashes.subarray(0, sketchSize)];
}

/**
 * Returns the number of visitors: exact while the sketch is not full, otherwise estimated from the density of hashes.
 */
function estimate(sketch: Sketch): number {
  if (sketch.length < sketchSize) return sketch.length;
  return Math.round((sketchSize - 1) / ((sketch.at(-1) as number) / hashLimit));
}
