/** Who an item belongs to, from the widest group to the narrowest: an organization, a person of it. */
export type Path = readonly string[];

/** An item with whose it is. */
export interface Placed<Item> {
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
 * What waits for its turn. Groups take turns, and so do those within a group: whoever has many items waiting delays
 * nobody else's by more than one each round. Those of one path go by their order number, equal ones as they came.
 * All paths of a line are equally long.
 */
export class WaitingLine<Item> {
  readonly #root = newBranch<Item>();

  get size(): number {
    return this.#root.size;
  }

  /** Whether any group on the path has as many waiting as it may: `most[0]` all together, `most[1]` each first group… */
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

  /** The next one, of the first groups that may take a turn now; null where nobody of them waits. */
  take(mayTake: (group: string) => boolean = () => true): Placed<Item> | null {
    return takeFrom(this.#root, [], mayTake);
  }

  /** False where it does not wait any more. */
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

  /** Everything that waits, in no particular order. */
  all(): Placed<Item>[] {
    return allOf(this.#root, []);
  }

  /** From the root as far as the path is there. */
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

function takeFrom<Item>(branch: Branch<Item>, path: Path, mayTake: (group: string) => boolean): Placed<Item> | null {
  const own = branch.items.shift();
  const name = own === undefined ? [...branch.branches.keys()].find(mayTake) : undefined;
  if (own === undefined && name === undefined) return null;
  branch.size -= 1;
  if (own !== undefined) return { path, item: own.item };
  const next = branch.branches.get(name as string) as Branch<Item>;
  // Whoever had a turn goes to the end.
  branch.branches.delete(name as string);
  if (next.size > 1) branch.branches.set(name as string, next);
  return takeFrom(next, [...path, name as string], () => true);
}

function allOf<Item>({ items, branches }: Branch<Item>, path: Path): Placed<Item>[] {
  const own = items.map(({ item }) => ({ path, item }));
  return [...own, ...[...branches].flatMap(([name, branch]) => allOf(branch, [...path, name]))];
}
