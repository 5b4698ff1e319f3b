import type { KindFold } from './kind-fold.ts';
import type { DistinctMeasure, Sketch } from './measure.ts';
import { foldValues } from './quantile.ts';

/** Hashes kept of a sketch. Fewer visitors than this are counted exactly; the error beyond has a deviation of 0.8 %. */
export const sketchSize = 16_384;
/** Hashes are whole numbers below this: what a double holds exactly. */
const hashLimit = 2 ** 53;

/** How distinct visitors fold: whoever was in several of the parts is one of the whole. */
export const distinct: KindFold<DistinctMeasure> = {
  together: unite,
  usual: usualVisitors,
  overTime: (parts, aggregation) =>
    aggregation === 'COUNT' ? countOf(unite(parts)) : foldValues[aggregation](parts.map(countOf)),
};

/** Each week in its own place, null where nothing is known of it: so that another interval's weeks join their own. */
export function usualVisitors(parts: readonly (DistinctMeasure | null)[]): DistinctMeasure {
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

/** The smallest hashes of all: the sketch of the union. */
export function joinSketches(sketches: readonly Sketch[]): Sketch {
  const filled = sketches.filter((sketch) => sketch.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const hashes = Float64Array.from(new Set(filled.flat())).sort();
  return [...hashes.subarray(0, sketchSize)];
}

/** The visitors of a sketch: counted while it isn't full, else judged by how densely its hashes lie. */
function estimate(sketch: Sketch): number {
  if (sketch.length < sketchSize) return sketch.length;
  return Math.round((sketchSize - 1) / ((sketch.at(-1) as number) / hashLimit));
}
