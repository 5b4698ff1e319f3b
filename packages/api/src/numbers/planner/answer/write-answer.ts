import {
  type ComparisonCoverage,
  type GroupBy,
  isComparable,
  type LabelledValue,
  type Point,
} from '@atrium/domain/numbers';
import type { Plan } from '../plan/plan-query.ts';
import type { Branch } from './answer-tree.ts';
import { foldLeaf, type LeafPoints } from './fold-leaf.ts';
import type { Node } from './node.ts';
import { selectNodes } from './select-nodes.ts';

/** Lists of an answer; the latter two have the labels of the first. */
export interface WrittenAnswer {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  readonly evolution: readonly LabelledValue[] | null;
  readonly comparisonCoverage: ComparisonCoverage | null;
}

/**
 * Writes the tree as nested lists: dates in order of time, places in the site's order, sorted and limited as requested.
 */
export function writeAnswer(root: Branch, { query }: Pick<Plan, 'query'>): WrittenAnswer {
  // Without groupings the root is the only leaf.
  const nodes = query.groupBy.length === 0 ? [foldNode({ ...root, label: 'all' })] : foldChildren(root);
  const picked = selectNodes(nodes, query);
  const shared = query.groupBy.findLastIndex(({ type }) => type !== 'COMPLEMENTARY' && type !== 'STATUS');
  const listOf = (choose: Choose) => write(picked, choose, wholesIn(nodes, choose, shared));
  const data = listOf((points) => (points.relation === 'EVOLUTION' ? points.evolution : points.point));
  const isRelated = query.compare !== null || query.aggregation === 'EVOLUTION';
  const comparisonCoverage = isRelated ? comparedDays(nodes.flatMap((node) => leavesBelow(node, ''))) : null;
  if (query.compare === null) return { data, comparison: null, evolution: null, comparisonCoverage };
  const evolution = write(picked, (points) => points.evolution, null);
  const earlier = listOf((points) => points.earlier);
  // A time step may be silent; the comparable share is judged over the whole queried time.
  const isOfTimes = query.groupBy.some(({ type }) => timeGroups.has(type));
  const comparison = isOfTimes ? earlier : markTooFew(earlier, picked);
  return { data, comparison, evolution, comparisonCoverage };
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
  const isLeaf = branch.children.size === 0;
  return {
    label: branch.label,
    points: isLeaf ? foldLeaf(branch) : null,
    children: isLeaf ? [] : foldChildren(branch),
  };
}

function foldChildren(branch: Branch): Node[] {
  // The sort is stable: nodes of equal order stay in the order of the sites.
  return [...branch.children.values()].sort((left, right) => left.order - right.order).map(foldNode);
}

type Choose = (points: LeafPoints) => Point;

/** Total that each leaf is a share of, including leaves not shown. */
type Wholes = ReadonlyMap<LeafPoints, number>;

function write(nodes: readonly Node[], choose: Choose, wholes: Wholes | null): LabelledValue[] {
  return nodes.map(({ label, points, children }): LabelledValue => {
    if (points === null) return { label, value: write(children, choose, wholes) };
    return writePoint(label, points, choose(points), wholes?.get(points) ?? null);
  });
}

function writePoint(label: string, { relation }: LeafPoints, point: Point, whole: number | null): LabelledValue {
  if (point.state !== 'known') return { label, value: null, ...point };
  const isShare = relation === 'PERCENTAGE' || relation === 'WEIGHTED_PERCENTAGE';
  if (isShare && whole === 0) return { label, value: null, state: 'missing' };
  const value = isShare && whole !== null ? (point.value / whole) * 100 : point.value;
  return point.partial ? { label, value, partial: true } : { label, value };
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
