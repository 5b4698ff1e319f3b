import type { MeasurementQuery, Sort } from '@atrium/domain/measurements';
import type { Node } from './node.ts';

/**
 * Sorting and limiting are about the outermost grouping: the five busiest zones, each with its hours in order. Where
 * two metrics stand side by side, the first decides, and the other follows it.
 */
export function pick(nodes: readonly Node[], query: MeasurementQuery): readonly Node[] {
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
  // What has no value comes last either way.
  return (left, right) => {
    const [one, other] = [weightOf(left, metric), weightOf(right, metric)];
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    return direction * (one - other);
  };
}

/** Numbers by size, words by their letters. */
function compareLabels(left: string, right: string): number {
  const difference = Number(left) - Number(right);
  if (!Number.isNaN(difference)) return difference;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The sum of what is known below, of the first metric where there are two. */
function weightOf({ points, children }: Node, metric: string): number | null {
  if (points !== null) return points.point.state === 'known' ? points.point.value : null;
  const own = children.filter(({ label }) => label === metric);
  const known = (own.length > 0 ? own : children)
    .map((child) => weightOf(child, metric))
    .filter((weight) => weight !== null);
  return known.length === 0 ? null : known.reduce((sum, weight) => sum + weight, 0);
}
