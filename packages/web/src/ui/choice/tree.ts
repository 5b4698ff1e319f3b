/** A group of items, such as a region, which may lie inside another. */
export interface TreeGroup {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

export interface TreeItem {
  readonly id: number;
  readonly name: string;
  /** Searched too: a city. */
  readonly aside?: string | null;
  readonly groupIds: readonly number[];
}

export interface TreeNode {
  readonly id: number;
  readonly name: string;
  readonly children: readonly TreeNode[];
  /** Items of exactly this group. */
  readonly items: readonly TreeItem[];
  /** Ids of all items in it, at any depth. */
  readonly itemIds: readonly number[];
  /** Ids of all groups inside it, at any depth. */
  readonly groupIds: readonly number[];
}

export interface Tree {
  readonly roots: readonly TreeNode[];
  /** All nodes, each before those inside it. */
  readonly nodes: readonly TreeNode[];
  /** Items of no group. */
  readonly rest: readonly TreeItem[];
}

/** Builds the tree of the groups that have items, themselves or inside. A group of an unknown parent is a root. */
export function buildTree(groups: readonly TreeGroup[], items: readonly TreeItem[]): Tree {
  const known = new Set(groups.map(({ id }) => id));
  const isRoot = ({ parentId }: TreeGroup) => parentId === null || !known.has(parentId);
  const inner = Map.groupBy(
    groups.filter((group) => !isRoot(group)),
    ({ parentId }) => parentId,
  );
  const own = new Map<number, TreeItem[]>();
  for (const item of items) for (const id of item.groupIds) own.set(id, [...(own.get(id) ?? []), item]);
  const nodes: TreeNode[] = [];
  const build = ({ id, name }: TreeGroup): TreeNode[] => {
    const place = nodes.length;
    const children = (inner.get(id) ?? []).flatMap(build);
    const mine = own.get(id) ?? [];
    if (mine.length + children.length === 0) return [];
    const node: TreeNode = {
      ...{ id, name, children, items: mine },
      itemIds: [...new Set([...mine.map((item) => item.id), ...children.flatMap((child) => child.itemIds)])],
      groupIds: children.flatMap((child) => [child.id, ...child.groupIds]),
    };
    nodes.splice(place, 0, node);
    return [node];
  };
  return {
    roots: groups.filter(isRoot).flatMap(build),
    nodes,
    rest: items.filter(({ groupIds }) => !groupIds.some((id) => known.has(id))),
  };
}
