import type { MeasurementQuery, Sort } from '@atrium/domain/numbers';
import type { Node } from './node.ts';

/**
 * Sorts and limits the outermost grouping, e.g. the five busiest zones, each with its hours in order. With two metrics
 * side by side the first one decides, and the other follows.
 */
export function selectNodes(nodes: readonly Node[], query: MeasurementQuery): readonly Node[] {
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
