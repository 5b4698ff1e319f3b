import type { LabelledValue, MeasurementQuery, Metric, Point, Sort } from '@atrium/domain/measurements';
import type { Branch } from './answer-tree.ts';
import { foldLeaf, type LeafPoints, valueAggregation } from './fold-leaf.ts';

/** The lists of an answer; the latter two have the labels of the first. */
export interface WrittenAnswer {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  readonly evolution: readonly LabelledValue[] | null;
}

interface Node {
  readonly label: string;
  readonly points: LeafPoints | null;
  readonly children: readonly Node[];
}

/** Writes the tree as nested lists: dates in time, places in the site's order, sorted and limited as asked. */
export function writeAnswer(root: Branch, query: MeasurementQuery, metric: Metric): WrittenAnswer {
  const aggregation = valueAggregation(metric, query.aggregation);
  // Without groupings the root itself is the only leaf.
  const nodes =
    query.groupBy.length === 0
      ? [foldNode({ ...root, label: 'all' }, metric, aggregation)]
      : foldChildren(root, metric, aggregation);
  const picked = pick(nodes, query.sort, query.limit);
  if (query.aggregation === 'EVOLUTION')
    return { data: write(picked, (points) => points.evolution), comparison: null, evolution: null };
  const share = query.aggregation === 'PERCENTAGE';
  const data = write(picked, (points) => points.point, share);
  if (query.compare === null) return { data, comparison: null, evolution: null };
  return {
    data,
    comparison: write(picked, (points) => points.earlier, share),
    evolution: write(picked, (points) => points.evolution),
  };
}

function foldNode(branch: Branch, metric: Metric, aggregation: Parameters<typeof foldLeaf>[2]): Node {
  const isLeaf = branch.children.size === 0;
  return {
    label: branch.label,
    points: isLeaf ? foldLeaf(branch, metric, aggregation) : null,
    children: isLeaf ? [] : foldChildren(branch, metric, aggregation),
  };
}

function foldChildren(branch: Branch, metric: Metric, aggregation: Parameters<typeof foldLeaf>[2]): Node[] {
  // The sort is stable: what shares an order stays as the sites list it.
  const children = [...branch.children.values()].sort((left, right) => left.order - right.order);
  return children.map((child) => foldNode(child, metric, aggregation));
}

/** Sorting and limiting are about the outermost grouping: the five busiest zones, each with its hours in order. */
function pick(nodes: readonly Node[], sort: Sort | null, limit: number | null): readonly Node[] {
  const sorted = sort === null ? nodes : [...nodes].sort(comparing(sort));
  return limit === null ? sorted : sorted.slice(0, limit);
}

function comparing({ by, order }: Sort): (left: Node, right: Node) => number {
  const direction = order === 'ASC' ? 1 : -1;
  if (by === 'LABEL')
    return (left, right) => direction * (left.label < right.label ? -1 : left.label > right.label ? 1 : 0);
  // What has no value comes last either way.
  return (left, right) => {
    const [one, other] = [weightOf(left), weightOf(right)];
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return direction * (one - other);
  };
}

/** The sum of what is known below. */
function weightOf({ points, children }: Node): number | null {
  if (points !== null) return points.point.state === 'known' ? points.point.value : null;
  const known = children.map(weightOf).filter((weight) => weight !== null);
  return known.length === 0 ? null : known.reduce((sum, weight) => sum + weight, 0);
}

function write(nodes: readonly Node[], choose: (points: LeafPoints) => Point, share = false): LabelledValue[] {
  const whole = share ? knownSum(nodes, choose) : null;
  return nodes.map(({ label, points, children }) => {
    if (points === null) return { label, value: write(children, choose, share) };
    const point = choose(points);
    if (point.state !== 'known') return { label, value: null, state: point.state };
    if (whole === 0) return { label, value: null, state: 'missing' };
    const value = whole === null ? point.value : (point.value / whole) * 100;
    return point.partial ? { label, value, partial: true } : { label, value };
  });
}

function knownSum(nodes: readonly Node[], choose: (points: LeafPoints) => Point): number {
  return nodes.reduce((sum, { points }) => {
    const point = points === null ? null : choose(points);
    return point?.state === 'known' ? sum + point.value : sum;
  }, 0);
}
