/** Groups an item belongs to, widest first: organization, person. */
export type Path = readonly string[];

/** Item with its path. */
export interface QueuedItem<Item> {
  readonly path: Path;
  readonly item: Item;
}

interface Branch<Item> {
  size: number;
  readonly branches: Map<string, Branch<Item>>;
  readonly items: { readonly item: Item; readonly order: number }[];
}

const newBranch = <Item>(): Branch<Item> => ({ size: 0, branches: new Map(), items: [] });

/**
 * Queue in which groups take turns, and so do the groups within a group. However many items a group has waiting, it
 * delays each other item by at most one per round. Items of one path go by order number, then by arrival. All paths of
 * a queue have the same length.
 */
export class FairQueue<Item> {
  readonly #root = newBranch<Item>();

  get size(): number {
    return this.#root.size;
  }

  /** Whether any group on the path is full: `most[0]` limits the total, `most[1]` each top-level group, and so on. */
  isFull(path: Path, most: readonly number[]): boolean {
    return this.#along(path).some((branch, depth) => branch.size >= (most[depth] ?? Number.POSITIVE_INFINITY));
  }

  add(path: Path, item: Item, order: number): void {
    let branch = this.#root;
    branch.size += 1;
    for (const name of path) {
      const next = branch.branches.get(name) ?? newBranch<Item>();
      branch.branches.set(name, next);
      branch = next;
      branch.size += 1;
    }
    const place = branch.items.findLastIndex((other) => other.order <= order) + 1;
    branch.items.splice(place, 0, { item, order });
  }

  /** Takes the next item of the top-level groups that `mayTake` allows; null when none of them waits. */
  take(mayTake: (group: string) => boolean = () => true): QueuedItem<Item> | null {
    return takeFrom(this.#root, [], mayTake);
  }

  /** Removes an item; false when it is no longer queued. */
  remove(path: Path, item: Item): boolean {
    const along = this.#along(path);
    const last = along.length > path.length ? along.at(-1) : undefined;
    const place = last?.items.findIndex((each) => each.item === item) ?? -1;
    if (place < 0) return false;
    last?.items.splice(place, 1);
    for (const [depth, branch] of along.entries()) {
      branch.size -= 1;
      if (branch.size === 0 && depth > 0) along[depth - 1]?.branches.delete(path[depth - 1] as string);
    }
    return true;
  }

  /** Returns all queued items, in no particular order. */
  all(): QueuedItem<Item>[] {
    return allOf(this.#root, []);
  }

  /** Returns the branches from the root along the path, as far as they exist. */
  #along(path: Path): Branch<Item>[] {
    const found = [this.#root];
    for (const name of path) {
      const next = found.at(-1)?.branches.get(name);
      if (next === undefined) break;
      found.push(next);
    }
    return found;
  }
}

function takeFrom<Item>(
  branch: Branch<Item>,
  path: Path,
  mayTake: (group: string) => boolean,
): QueuedItem<Item> | null {
  const own = branch.items.shift();
  const name = own === undefined ? [...branch.branches.keys()].find(mayTake) : undefined;
  if (own === undefined && name === undefined) return null;
  branch.size -= 1;
  if (own !== undefined) return { path, item: own.item };
  const next = branch.branches.get(name as string) as Branch<Item>;
  // A group that had its turn goes to the end.
  branch.branches.delete(name as string);
  if (next.size > 1) branch.branches.set(name as string, next);
  return takeFrom(next, [...path, name as string], () => true);
}

function allOf<Item>({ items, branches }: Branch<Item>, path: Path): QueuedItem<Item>[] {
  const own = items.map(({ item }) => ({ path, item }));
  return [...own, ...[...branches].flatMap(([name, branch]) => allOf(branch, [...path, name]))];
}
