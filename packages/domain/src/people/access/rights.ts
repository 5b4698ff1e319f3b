/**
 * The rights tree of the specification. On the server every leaf is present; a client treats an absent one as allowed.
 */
export interface Rights {
  readonly organization: {
    readonly user: { readonly read: boolean; readonly edit: boolean; readonly delete: boolean };
    readonly general: { readonly read: boolean; readonly edit: boolean };
  };
  readonly dashboard: {
    readonly custom: { readonly read: boolean };
    readonly sensor: { readonly read: boolean };
    readonly alert: CrudRights;
    readonly report: CrudRights;
  };
  readonly app: {
    readonly salesFunnel: { readonly read: boolean };
    readonly stopNGO: CrudRights;
  };
  readonly data: { readonly salesMetrics: { readonly edit: boolean } };
}

export interface CrudRights {
  readonly create: boolean;
  readonly read: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
}

type Leaves<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends boolean ? `${Prefix}${Key}` : Leaves<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** A path such as `dashboard.alert.create`. */
export type Right = Leaves<Rights>;

/** Whether a complete tree grants a right. An absent leaf grants nothing. The server decides by this. */
export function hasRight(rights: Rights, right: Right): boolean {
  let node: unknown = rights;
  for (const step of right.split('.')) node = (node as Readonly<Record<string, unknown>> | undefined)?.[step];
  return node === true;
}

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

const seesDashboards = withRights(noRights, ['dashboard.custom.read', 'dashboard.sensor.read']);

/**
 * The initial profiles of a new organization. An analyst has the right to create reports because exports require it.
 */
export const presetProfiles = {
  administrator: { name: 'Administrator', rights: fullRights },
  manager: {
    name: 'Manager',
    rights: withRights(
      fullRights,
      ['organization.user.edit', 'organization.user.delete', 'organization.general.edit'],
      false,
    ),
  },
  analyst: {
    name: 'Analyst',
    rights: withRights(seesDashboards, ['dashboard.report.create', 'dashboard.report.read', 'app.salesFunnel.read']),
  },
  viewer: { name: 'Viewer', rights: seesDashboards },
} as const satisfies Record<string, { readonly name: string; readonly rights: Rights }>;

export type PresetProfile = keyof typeof presetProfiles;
