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
