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

/** Whether a complete tree grants a right; a leaf that is not there grants nothing. This is how the server decides. */
export function holds(rights: Rights, right: Right): boolean {
  let node: unknown = rights;
  for (const step of right.split('.')) node = (node as Readonly<Record<string, unknown>> | undefined)?.[step];
  return node === true;
}
