import type { LabelledValue, Point } from '@atrium/domain/measurements';
import type { Plan } from '../plan-query.ts';
import type { Branch } from './answer-tree.ts';
import { foldLeaf, type LeafPoints } from './fold-leaf.ts';
import { pick } from './pick.ts';

/** The lists of an answer; the latter two have the labels of the first. */
export interface WrittenAnswer {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  readonly evolution: readonly LabelledValue[] | null;
}

/** A branch with its values. */
export interface Node {
  readonly label: string;
  readonly points: LeafPoints | null;
  readonly children: readonly Node[];
}

/** Writes the tree as nested lists: dates in time, places in the site's order, sorted and limited as asked. */
export function writeAnswer(root: Branch, { query }: Pick<Plan, 'query'>): WrittenAnswer {
  // Without groupings the root itself is the only leaf.
  const nodes = query.groupBy.length === 0 ? [foldNode({ ...root, label: 'all' })] : foldChildren(root);
  const picked = pick(nodes, query);
  const shared = query.groupBy.findLastIndex(({ type }) => type !== 'COMPLEMENTARY' && type !== 'STATUS');
  const listOf = (choose: (points: LeafPoints) => Point) => write(picked, { choose, level: shared });
  const data = listOf((points) => (points.relation === 'EVOLUTION' ? points.evolution : points.point));
  if (query.compare === null) return { data, comparison: null, evolution: null };
  return { data, comparison: listOf((points) => points.earlier), evolution: write(picked, evolutions) };
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
  // The sort is stable: what shares an order stays as the sites list it.
  return [...branch.children.values()].sort((left, right) => left.order - right.order).map(foldNode);
}

interface Writing {
  readonly choose: (points: LeafPoints) => Point;
  /** How many levels further down siblings make up a whole; null where nothing is shared out. */
  readonly level: number | null;
}

const evolutions: Writing = { choose: (points) => points.evolution, level: null };

/** Sums of leaves by the labels that lead to them from the level at which they make up a whole. */
type Wholes = ReadonlyMap<string, number>;

function write(nodes: readonly Node[], writing: Writing, above: Wholes | null = null, path = ''): LabelledValue[] {
  const isWhole = above === null && writing.level !== null && writing.level <= 0;
  const wholes = isWhole ? wholesOf(nodes, writing, writing.level === -1) : above;
  const deeper = { ...writing, level: writing.level === null ? null : writing.level - 1 };
  return nodes.map((node): LabelledValue => {
    const { label, points, children } = node;
    // Below the level of the whole, leaves belong to those with the same labels.
    const further = wholes === null || (isWhole && writing.level === 0) ? path : `${path}/${label}`;
    if (points === null) return { label, value: write(children, deeper, wholes, further) };
    return writePoint(label, points, writing.choose(points), wholes?.get(further) ?? null);
  });
}

function writePoint(label: string, { relation }: LeafPoints, point: Point, whole: number | null): LabelledValue {
  if (point.state !== 'known') return { label, value: null, state: point.state };
  const isShare = relation === 'PERCENTAGE' || relation === 'WEIGHTED_PERCENTAGE';
  if (isShare && whole === 0) return { label, value: null, state: 'missing' };
  const value = isShare && whole !== null ? (point.value / whole) * 100 : point.value;
  return point.partial ? { label, value, partial: true } : { label, value };
}

function wholesOf(nodes: readonly Node[], { choose }: Writing, named: boolean): Wholes {
  const sums = new Map<string, number>();
  const add = (node: Node, path: string) => {
    for (const child of node.children) add(child, `${path}/${child.label}`);
    const point = node.points === null ? null : choose(node.points);
    if (point?.state === 'known') sums.set(path, (sums.get(path) ?? 0) + point.value);
    else if (node.points !== null && !sums.has(path)) sums.set(path, 0);
  };
  for (const node of nodes) add(node, named ? `/${node.label}` : '');
  return sums;
}
