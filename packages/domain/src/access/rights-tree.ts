import type { CrudRights, Right, Rights } from './rights.ts';

/** A possibly incomplete rights tree of a profile; `fillRights` completes it. */
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

/** All rights, in tree order. */
export const allRights: readonly Right[] = leavesOf(fullRights, '') as readonly Right[];

function leavesOf(tree: object, prefix: string): readonly string[] {
  return Object.entries(tree).flatMap(([key, node]) =>
    typeof node === 'object' ? leavesOf(node, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

/** Returns the tree with these rights set to one value. */
export function withRights(rights: Rights, changed: readonly Right[], value = true): Rights {
  return changed.reduce((tree, right) => setLeaf(tree, right.split('.'), value) as Rights, rights);
}

function setLeaf(tree: object, path: readonly string[], value: boolean): object {
  const [key, ...rest] = path;
  if (key === undefined) return tree;
  const node = (tree as Record<string, unknown>)[key];
  return { ...tree, [key]: rest.length === 0 ? value : setLeaf(node as object, rest, value) };
}

/** Returns the value of one right in a possibly incomplete tree. Undefined if absent. */
export function getStatedRight(partial: PartialRights, right: Right): boolean | undefined {
  let node: unknown = partial;
  for (const step of right.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Record<string, unknown>)[step];
  }
  return typeof node === 'boolean' ? node : undefined;
}
