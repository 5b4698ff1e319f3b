import type { CrudRights, Right, Rights } from './rights.ts';

/** A rights tree as a profile may be written: whatever it leaves out is decided by `fillRights`. */
export type PartialRights = { readonly [Key in keyof Rights]?: PartialTree<Rights[Key]> };
type PartialTree<Tree> = {
  readonly [Key in keyof Tree]?: Tree[Key] extends boolean ? boolean : PartialTree<Tree[Key]>;
};

const crud = (value: boolean): CrudRights => ({ create: value, read: value, edit: value, delete: value });

function everyLeaf(value: boolean): Rights {
  return {
    organization: { user: { read: value, edit: value, delete: value }, general: { read: value, edit: value } },
    dashboard: { custom: { read: value }, sensor: { read: value }, alert: crud(value), report: crud(value) },
    app: { salesFunnel: { read: value }, stopNGO: crud(value) },
    data: { salesMetrics: { edit: value } },
  };
}

export const fullRights: Rights = everyLeaf(true);
export const noRights: Rights = everyLeaf(false);

/** Every right there is, in the tree's order. */
export const allRights: readonly Right[] = leavesOf(fullRights, '') as readonly Right[];

function leavesOf(tree: object, prefix: string): readonly string[] {
  return Object.entries(tree).flatMap(([key, node]) =>
    typeof node === 'object' ? leavesOf(node, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

/** The tree with these rights set to one value; the others stay. */
export function withRights(rights: Rights, changed: readonly Right[], value = true): Rights {
  return changed.reduce((tree, right) => setLeaf(tree, right.split('.'), value) as Rights, rights);
}

function setLeaf(tree: object, path: readonly string[], value: boolean): object {
  const [key, ...rest] = path;
  if (key === undefined) return tree;
  const node = (tree as Record<string, unknown>)[key];
  return { ...tree, [key]: rest.length === 0 ? value : setLeaf(node as object, rest, value) };
}

/** What a possibly incomplete tree says about one right; undefined when it says nothing. */
export function statedRight(partial: PartialRights, right: Right): boolean | undefined {
  let node: unknown = partial;
  for (const step of right.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Record<string, unknown>)[step];
  }
  return typeof node === 'boolean' ? node : undefined;
}
