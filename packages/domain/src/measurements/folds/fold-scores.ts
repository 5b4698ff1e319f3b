import { scoreOf, type ValueAggregation } from '../metrics/index.ts';
import type { Point } from '../point.ts';
import { emptyPoint, isPartial } from './fold-cells.ts';
import { joinStats } from './kind-fold.ts';
import type { Cell, SampleMeasure, SampleStats } from './measure.ts';
import { foldValues } from './quantile.ts';

/**
 * The score of several samples over several intervals, oldest first: `cells[interval][sample]`. AVERAGE is the band of
 * the whole time's mean, the worst of the devices and of the samples that are known; the others relate the intervals'
 * own scores.
 */
export function foldScores(
  cells: readonly (readonly Cell[])[],
  samples: readonly string[],
  aggregation: ValueAggregation,
): Point {
  const present = samples.map((_, sample) => cells.map((cell) => cell[sample] as Cell));
  const measured = present.filter((line) => line.some((cell) => cell.state === 'known'));
  if (measured.length === 0) return emptyPoint(cells.flat());
  const scores = (aggregation === 'AVERAGE' ? [cells] : cells.map((cell) => [cell])).flatMap((part) => {
    const score = worstScore(part, samples);
    return score === null ? [] : [score];
  });
  // A measure that no sensor has is no hole in the answer; one that is silent for a while is.
  return { state: 'known', value: foldValues[aggregation](scores), partial: measured.some(isPartial) };
}

function worstScore(cells: readonly (readonly Cell[])[], samples: readonly string[]): number | null {
  const scores = samples.flatMap((metric, sample) =>
    meansByDevice(cells.map((cell) => cell[sample] as Cell)).map((mean) => scoreOf(metric, mean)),
  );
  return scores.length === 0 ? null : foldValues.MIN(scores);
}

function meansByDevice(cells: readonly Cell[]): number[] {
  const devices = new Map<number, SampleStats>();
  for (const cell of cells) {
    if (cell.state !== 'known' || cell.measure.kind !== 'sample') continue;
    for (const [device, stats] of (cell.measure satisfies SampleMeasure).devices) {
      const before = devices.get(device);
      devices.set(device, before === undefined ? stats : joinStats(before, stats));
    }
  }
  return [...devices.values()].map(({ sum, count }) => sum / count);
}
