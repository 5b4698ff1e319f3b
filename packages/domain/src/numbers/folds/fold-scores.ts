import { type Band, computeScore, type ValueAggregation } from '../metrics/index.ts';
import type { Point } from '../point.ts';
import { buildEmptyPoint, isPartial } from './fold-cells.ts';
import { computeMean, joinSamples } from './fold-of-kind.ts';
import type { Cell, SampleMeasure, SampleStats } from './measure.ts';
import { foldValues } from './quantile.ts';

/** Samples of one interval, in the order of their metrics, with the bands then in force. */
export interface ScoredInterval {
  readonly cells: readonly Cell[];
  readonly bands: (metric: string, device: number) => Band;
}

/**
 * Folds the scores of several samples over intervals, oldest first. AVERAGE rates the mean of the whole time by the
 * bands at its end, and takes the worst of the known devices and samples. Other aggregations use the scores of the
 * intervals.
 */
export function foldScores(
  intervals: readonly ScoredInterval[],
  samples: readonly string[],
  aggregation: ValueAggregation,
): Point {
  const present = samples.map((_, sample) => intervals.map(({ cells }) => cells[sample] as Cell));
  const measured = present.filter((line) => line.some((cell) => cell.state === 'known'));
  if (measured.length === 0) return buildEmptyPoint(intervals.flatMap(({ cells }) => cells));
  const parts = aggregation === 'AVERAGE' ? [intervals] : intervals.map((interval) => [interval]);
  const scores = parts.flatMap((part) => {
    const score = worstScore(part, samples);
    return score === null ? [] : [score];
  });
  // A sample that no sensor measures is not a gap; a sensor that is silent for a while is.
  return { state: 'known', value: foldValues[aggregation](scores), partial: measured.some(isPartial) };
}

function worstScore(part: readonly ScoredInterval[], samples: readonly string[]): number | null {
  const bands = part.at(-1)?.bands;
  if (bands === undefined) return null;
  const scores = samples.flatMap((metric, sample) =>
    [...statsByDevice(part.map(({ cells }) => cells[sample] as Cell))].map(([device, stats]) =>
      computeScore(bands(metric, device), computeMean(stats)),
    ),
  );
  return scores.length === 0 ? null : foldValues.MIN(scores);
}

function statsByDevice(cells: readonly Cell[]): ReadonlyMap<number, SampleStats> {
  const samples = cells.flatMap((cell) =>
    cell.state === 'known' && cell.measure.kind === 'sample' ? (cell.measure satisfies SampleMeasure) : [],
  );
  return joinSamples(samples).devices;
}
