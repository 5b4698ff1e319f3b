import {
  type Aggregation,
  type Cell,
  foldCells,
  foldDifference,
  foldRatio,
  foldScores,
  foldWeight,
  joinCells,
  type Metric,
  ownAggregation,
  type Point,
  type RatioCell,
  relations,
  usualCell,
  type ValueAggregation,
} from '@atrium/domain/measurements';
import type { Plan } from '../plan-query.ts';
import type { Branch } from './answer-tree.ts';
import { type BandsOf, bandsOf } from './bands-of.ts';

/** What hangs at one leaf of an answer. */
export interface LeafPoints {
  readonly point: Point;
  /** Over the intervals known on both sides; missing without a comparison. */
  readonly earlier: Point;
  /** Change in % between the two over the same intervals. */
  readonly evolution: Point;
  /** How the point relates to others; null where it stands for itself. */
  readonly relation: (typeof relations)[number] | null;
}

interface Moment {
  readonly at: number;
  readonly current: readonly Cell[];
  /** Null without a comparison. */
  readonly compared: { readonly now: readonly Cell[]; readonly earlier: readonly Cell[] } | null;
}

const missing: Point = { state: 'missing' };

/** Folds the slots of a leaf, oldest first. */
export function foldLeaf(leaf: Branch): LeafPoints {
  const { plan } = leaf;
  if (plan === null) return { point: missing, earlier: missing, evolution: missing, relation: null };
  const slots = [...leaf.slots.values()].sort((left, right) => left.order - right.order);
  const moments = slots.map((slot): Moment => {
    const current = slot.current.map(joinCells);
    if (slot.compared === null) return { at: slot.order, current, compared: null };
    const now = slot.compared.map((cells, quantity) =>
      isSame(cells, slot.current[quantity]) ? (current[quantity] as Cell) : joinCells(cells),
    );
    const earlier = now.map((_, quantity) => usualCell(slot.earlier.map((then) => joinCells(then[quantity] ?? []))));
    return { at: slot.order, current, compared: { now, earlier } };
  });
  const fold = folder(plan);
  const point = fold(moments);
  const relation = relations.find((one) => one === plan.query.aggregation) ?? null;
  const both = moments.flatMap(({ at, compared }) =>
    compared !== null && isKnown(compared.now) && isKnown(compared.earlier) ? [{ at, ...compared }] : [],
  );
  if (both.length === 0) return { point, earlier: missing, evolution: missing, relation };
  const now = fold(both.map((one) => ({ at: one.at, current: one.now })));
  const earlier = fold(both.map((one) => ({ at: one.at, current: one.earlier })));
  return { point, earlier, evolution: change(now, earlier), relation };
}

/** The very same cells: of a time that is over nothing is left out. */
function isSame(cells: readonly Cell[], others: readonly Cell[] | undefined): boolean {
  return cells.length === others?.length && cells.every((cell, index) => cell === others[index]);
}

type Fold = (moments: readonly Pick<Moment, 'at' | 'current'>[]) => Point;

function folder(plan: Plan): Fold {
  const { metric, query } = plan;
  const aggregation = valueAggregation(metric, query.aggregation);
  const bands = metric.expression.type === 'scores' ? bandsOf(plan) : null;
  return (moments) => foldMoments(moments, metric, query.aggregation, aggregation, bands);
}

/** What a metric is in itself, where the asked aggregation relates finished numbers. */
function valueAggregation(metric: Metric, asked: Aggregation): ValueAggregation {
  return (relations as readonly Aggregation[]).includes(asked) ? ownAggregation(metric) : (asked as ValueAggregation);
}

function foldMoments(
  moments: readonly Pick<Moment, 'at' | 'current'>[],
  { expression }: Metric,
  asked: Aggregation,
  aggregation: ValueAggregation,
  bands: BandsOf | null,
): Point {
  const cells = moments.map((moment) => moment.current);
  if (expression.type === 'scores') {
    const lines = moments.map(({ at, current }) => ({ cells: current, bands: (bands as BandsOf)(at) }));
    return foldScores(lines, expression.of, aggregation);
  }
  if (expression.type === 'difference')
    return foldDifference(
      cells.map(([minuend, subtrahend]) => ({ minuend: minuend as Cell, subtrahend: subtrahend as Cell })),
      aggregation,
    );
  if (expression.type !== 'ratio')
    return foldCells(
      cells.map((cell) => cell[0] as Cell),
      aggregation,
    );
  const pairs = cells.map(
    ([numerator, denominator]): RatioCell => ({ numerator: numerator as Cell, denominator: denominator as Cell }),
  );
  return asked === 'WEIGHTED_PERCENTAGE'
    ? foldWeight(pairs)
    : foldRatio(pairs, expression.scale, aggregation, expression);
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
