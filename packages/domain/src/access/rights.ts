/** The rights tree of the specification. Every leaf is present on the server; a client treats an absent one as allowed. */
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

/** `dashboard.alert.create` and the like. */
export type Right = Leaves<Rights>;

export function holds(rights: Rights, right: Right): boolean {
  let node: unknown = rights;
  for (const step of right.split('.')) node = (node as Record<string, unknown>)[step];
  return node === true;
}
