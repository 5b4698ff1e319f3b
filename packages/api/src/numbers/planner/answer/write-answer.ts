import {
  type ComparisonCoverage,
  type GroupBy,
  isComparable,
  type LabelledValue,
  type MeasurementQuery,
  type Point,
  type Sort,
} from '@atrium/domain/numbers';
import type { Plan } from '../plan/plan-query.ts';
import type { Branch } from './build-group-tree.ts';
import { foldLeaf, type LeafPoints } from './fold-leaf.ts';

/** Branch with its folded values. */
interface Node {
  readonly label: string;
  readonly points: LeafPoints | null;
  readonly children: readonly Node[];
}

/**
 * Sorts and limits the outermost grouping, e.g. the five busiest zones, each with its hours in order. With two metrics
 * side by side the first one decides, and the other follows.
 */
function selectNodes(nodes: readonly Node[], query: MeasurementQuery): readonly Node[] {
  if (query.groupBy[0]?.type !== 'COMPLEMENTARY') return picked(nodes, query);
  const [main, ...others] = nodes;
  if (main === undefined) return nodes;
  const children = picked(main.children, query);
  const follow = ({ children: all, ...other }: Node): Node => ({
    ...other,
    children: children.flatMap(({ label }) => all.filter((child) => child.label === label)),
  });
  return [{ ...main, children }, ...others.map(follow)];
}

function picked(nodes: readonly Node[], { sort, limit, metric }: MeasurementQuery): readonly Node[] {
  const sorted = sort === null ? nodes : [...nodes].sort(comparing(sort, metric));
  return limit === null ? sorted : sorted.slice(0, limit);
}

function comparing({ by, order }: Sort, metric: string): (left: Node, right: Node) => number {
  const direction = order === 'ASC' ? 1 : -1;
  if (by === 'LABEL') return (left, right) => direction * compareLabels(left.label, right.label);
  // Nodes without a value come last in either direction.
  return (left, right) => {
    const [one, other] = [weightOf(left, metric), weightOf(right, metric)];
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return direction * (one - other);
  };
}

/** Compares numbers by size, other labels as text. */
function compareLabels(left: string, right: string): number {
  const difference = Number(left) - Number(right);
  if (!Number.isNaN(difference)) return difference;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the sum of the known values below the node, for the first of two metrics. */
function weightOf({ points, children }: Node, metric: string): number | null {
  if (points !== null) return points.point.state === 'known' ? points.point.value : null;
  const own = children.filter(({ label }) => label === metric);
  const known = (own.length > 0 ? own : children)
    .map((child) => weightOf(child, metric))
    .filter((weight) => weight !== null);
  return known.length === 0 ? null : known.reduce((sum, weight) => sum + weight, 0);
}

/** Lists of an answer; the latter two have the labels of the first. */
interface WrittenAnswer {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  readonly evolution: readonly LabelledValue[] | null;
  readonly comparisonCoverage: ComparisonCoverage | null;
  readonly comparisonTimes: number | null;
}

/**
 * Writes the tree as nested lists: dates in order of time, places in the site's order, sorted and limited as requested. Awaits `pause` after each node of the
 * outermost grouping.
 */
export async function writeAnswer(
  root: Branch,
  { query }: Pick<Plan, 'query'>,
  pause: () => Promise<void> | null,
): Promise<WrittenAnswer> {
  // Without groupings the root is the only leaf.
  const branches = query.groupBy.length === 0 ? [{ ...root, label: 'all' }] : listChildren(root);
  const nodes: Node[] = [];
  for (const branch of branches) {
    nodes.push(foldNode(branch));
    await pause();
  }
  const picked = selectNodes(nodes, query);
  const shared = query.groupBy.findLastIndex(({ type }) => type !== 'COMPLEMENTARY' && type !== 'STATUS');
  const listOf = (choose: Choose) => write(picked, choose, wholesOf(nodes, choose, shared));
  const data = listOf((points) => (points.relation === 'EVOLUTION' ? points.evolution : points.point));
  const isRelated = query.compare !== null || query.aggregation === 'EVOLUTION';
  const comparisonCoverage = isRelated ? comparedDays(nodes.flatMap((node) => leavesBelow(node, ''))) : null;
  if (query.compare === null)
    return { data, comparison: null, evolution: null, comparisonCoverage, comparisonTimes: null };
  const evolution = write(
    picked,
    (points) => points.evolution,
    () => null,
  );
  const earlier = listOf((points) => points.earlier);
  // A time step may be silent; the comparable share is judged over the whole queried time.
  const isOfTimes = query.groupBy.some(({ type }) => timeGroups.has(type));
  const comparison = isOfTimes ? earlier : markTooFew(earlier, picked);
  const comparisonTimes = Math.max(
    0,
    ...nodes.flatMap((node) => leavesBelow(node, '')).map(({ points }) => points.times),
  );
  return { data, comparison, evolution, comparisonCoverage, comparisonTimes };
}

const timeGroups: ReadonlySet<string> = new Set<GroupBy['type']>(['DATE', 'DISCONTINUOUS_DATE']);

/** Marks each place with too small a comparable share; `nodes` are the nodes that `values` were written from. */
function markTooFew(values: readonly LabelledValue[], nodes: readonly Node[]): readonly LabelledValue[] {
  return values.map((one, place): LabelledValue => {
    const { points, children } = nodes[place] as Node;
    if (points === null) return { ...one, value: markTooFew(one.value as readonly LabelledValue[], children) };
    const coverage = comparedDays([{ points }]);
    return isComparable(coverage) ? one : { ...one, tooFew: coverage };
  });
}

/** Returns the number of days and the comparable share in whole days. Each place and interval weighs by its time. */
function comparedDays(leaves: readonly { readonly points: LeafPoints }[]): ComparisonCoverage {
  const days = new Map<string, { time: number; known: number }>();
  for (const { points } of leaves)
    for (const { day, time, share } of points.compared) {
      const sum = days.get(day) ?? { time: 0, known: 0 };
      days.set(day, { time: sum.time + time, known: sum.known + time * share });
    }
  const known = [...days.values()].reduce((sum, day) => sum + day.known / day.time, 0);
  return { known, asked: days.size };
}

function foldNode(branch: Branch): Node {
  const isLeaf = branch.children === null;
  return {
    label: branch.label,
    points: isLeaf ? foldLeaf(branch) : null,
    children: isLeaf ? noNodes : listChildren(branch).map(foldNode),
  };
}

const noNodes: readonly Node[] = [];

function listChildren({ children }: Branch): Branch[] {
  // The sort is stable: nodes of equal order stay in the order of the sites.
  return [...(children?.values() ?? [])].sort((left, right) => left.order - right.order);
}

type Choose = (points: LeafPoints) => Point;

/** Total that each leaf is a share of, including leaves not shown. */
type Wholes = ReadonlyMap<LeafPoints, number>;
/** Returns the total that a leaf is a share of; null for what is no share. */
type WholeOf = (points: LeafPoints) => number | null;

function write(nodes: readonly Node[], choose: Choose, wholeOf: WholeOf): LabelledValue[] {
  return nodes.map(({ label, points, children }): LabelledValue => {
    if (points === null) return { label, value: write(children, choose, wholeOf) };
    return writePoint(label, points, choose(points), wholeOf);
  });
}

function writePoint(label: string, points: LeafPoints, point: Point, wholeOf: WholeOf): LabelledValue {
  if (point.state !== 'known') return { label, value: null, ...point };
  const isShare = points.relation === 'PERCENTAGE' || points.relation === 'WEIGHTED_PERCENTAGE';
  const whole = isShare ? wholeOf(points) : null;
  if (whole === 0) return { label, value: null, state: 'missing' };
  const value = whole === null ? point.value : (point.value / whole) * 100;
  return point.partial ? { label, value, partial: true } : { label, value };
}

/** Adds up the wholes when the first share is written, because few answers have any. */
function wholesOf(nodes: readonly Node[], choose: Choose, level: number): WholeOf {
  let wholes: Wholes | null = null;
  return (points) => {
    wholes ??= wholesIn(nodes, choose, level);
    return wholes.get(points) ?? null;
  };
}

/** `level`: number of levels down at which siblings form a whole; −1: each node is its own whole. */
function wholesIn(nodes: readonly Node[], choose: Choose, level: number): Wholes {
  if (level > 0) return new Map(nodes.flatMap((node) => [...wholesIn(node.children, choose, level - 1)]));
  // Below that level, leaves with equal labels form a whole.
  const leaves = nodes.flatMap((node) => leavesBelow(node, level < 0 ? node.label : ''));
  const sums = new Map<string, number>();
  for (const { path, points } of leaves) {
    const point = choose(points);
    sums.set(path, (sums.get(path) ?? 0) + (point.state === 'known' ? point.value : 0));
  }
  return new Map(leaves.map(({ path, points }) => [points, sums.get(path) as number]));
}

function leavesBelow({ points, children }: Node, path: string): { path: string; points: LeafPoints }[] {
  if (points !== null) return [{ path, points }];
  return children.flatMap((child) => leavesBelow(child, `${path}/${child.label}`));
}
