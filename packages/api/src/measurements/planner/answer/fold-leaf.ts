import {
  type Cell,
  foldCells,
  foldRatio,
  foldScores,
  joinCells,
  type Metric,
  ownAggregation,
  type Point,
  usualCell,
  type ValueAggregation,
} from '@atrium/domain/measurements';
import type { Branch } from './answer-tree.ts';

/** What hangs at one leaf of an answer. */
export interface LeafPoints {
  readonly point: Point;
  /** Over the intervals known on both sides; missing without a comparison. */
  readonly earlier: Point;
  /** Change in % between the two over the same intervals. */
  readonly evolution: Point;
}

interface Moment {
  readonly current: readonly Cell[];
  readonly earlier: readonly Cell[] | null;
}

const missing: Point = { state: 'missing' };

/** Folds the slots of a leaf, oldest first. */
export function foldLeaf(leaf: Branch, metric: Metric, aggregation: ValueAggregation): LeafPoints {
  const slots = [...leaf.slots.values()].sort((left, right) => left.order - right.order);
  const moments = slots.map((slot): Moment => {
    const current = slot.current.map(joinCells);
    if (slot.earlier.length === 0) return { current, earlier: null };
    return {
      current,
      earlier: current.map((_, quantity) => usualCell(slot.earlier.map((then) => joinCells(then[quantity] ?? [])))),
    };
  });
  const point = fold(
    moments.map((moment) => moment.current),
    metric,
    aggregation,
  );
  const both = moments.flatMap(({ current, earlier }) =>
    earlier !== null && isKnown(current) && isKnown(earlier) ? [{ current, earlier }] : [],
  );
  if (both.length === 0) return { point, earlier: missing, evolution: missing };
  const now = fold(
    both.map((one) => one.current),
    metric,
    aggregation,
  );
  const earlier = fold(
    both.map((one) => one.earlier),
    metric,
    aggregation,
  );
  return { point, earlier, evolution: change(now, earlier) };
}

/** What a metric is in itself, where the asked aggregation relates finished numbers. */
export function valueAggregation(metric: Metric, asked: string): ValueAggregation {
  return asked === 'EVOLUTION' || asked === 'PERCENTAGE' ? ownAggregation(metric) : (asked as ValueAggregation);
}

function fold(cells: readonly (readonly Cell[])[], { expression }: Metric, aggregation: ValueAggregation): Point {
  if (expression.type === 'scores') return foldScores(cells, expression.of, aggregation);
  if (expression.type !== 'ratio')
    return foldCells(
      cells.map((cell) => cell[0] as Cell),
      aggregation,
    );
  const pairs = cells.map(([numerator, denominator]) => ({
    numerator: numerator as Cell,
    denominator: denominator as Cell,
  }));
  return foldRatio(pairs, expression.scale, aggregation, expression.inverse);
}

function isKnown(cells: readonly Cell[]): boolean {
  return cells.every((cell) => cell.state === 'known');
}

function change(now: Point, earlier: Point): Point {
  if (now.state !== 'known' || earlier.state !== 'known' || earlier.value === 0) return missing;
  return {
    state: 'known',
    value: ((now.value - earlier.value) / earlier.value) * 100,
    partial: now.partial || earlier.partial,
  };
}
