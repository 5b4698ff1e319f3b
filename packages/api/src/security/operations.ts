import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

type Kind = 'query' | 'mutation' | 'subscription';

export interface Operation {
  readonly kind: Kind;
  readonly name: string;
  readonly args: readonly GraphQLArgument[];
  readonly type: GraphQLOutputType;
  /** Open to anybody: its arguments are the credential. */
  readonly isOpen: boolean;
  /** The access it declares, as it was written. */
  readonly authScopes: unknown;
}

/** Every operation of a schema, by itself: what is added later is covered without being mentioned. */
export function operationsOf(schema: GraphQLSchema): readonly Operation[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).map(({ name, args, type, extensions }) => {
      const declared = extensions.pothosOptions as { skipTypeScopes?: boolean; authScopes?: unknown };
      return { kind, name, args, type, isOpen: declared.skipTypeScopes === true, authScopes: declared.authScopes };
    }),
  );
}

/** A document that asks an operation for everything it can answer, its arguments as variables. */
export function documentOf({ kind, name, args, type }: Operation): string {
  const variables = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const parens = (text: string) => (text === '' ? '' : `(${text})`);
  return `${kind}${parens(variables)} { ${name}${parens(passed)} ${selectionOf(type, 5)} }`;
}

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields())
    .filter((field) => field.args.every((arg) => !isNonNullType(arg.type)))
    .filter((field) => isLeafType(getNamedType(field.type)) || depth > 1)
    .map((field) => `${field.name} ${selectionOf(field.type, depth - 1)}`);
  return `{ __typename ${fields.join(' ')} }`;
}

/** Where an argument or one of its fields stands: `filter.zoneIds`. */
export type Path = string;

/** What stands in the place of one leaf; `undefined` leaves an optional one out. */
export type Choose = (path: Path, type: GraphQLInputType) => unknown;

/** Values for all arguments of an operation, leaf by leaf. */
export function argumentsOf({ args }: Pick<Operation, 'args'>, choose: Choose): Record<string, unknown> {
  return Object.fromEntries(args.map((arg) => [arg.name, leafValue(arg, arg.name, choose)]));
}

function leafValue(input: GraphQLArgument | GraphQLInputField, path: Path, choose: Choose): unknown {
  const type = getNullableType(input.type);
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    const fields = Object.values(named.getFields()).map((field) => [
      field.name,
      leafValue(field, `${path}.${field.name}`, choose),
    ]);
    const object = Object.fromEntries(fields);
    return isListType(type) ? [object] : object;
  }
  if (isEnumType(named)) return isListType(type) ? [named.getValues()[0]?.name] : named.getValues()[0]?.name;
  const chosen = choose(path, named);
  return isListType(type) && chosen !== undefined && !Array.isArray(chosen) ? [chosen] : chosen;
}

/** The leaves of an operation's arguments, by path. */
export function leavesOf(
  operation: Pick<Operation, 'args'>,
): readonly { readonly path: Path; readonly type: string }[] {
  const leaves: { path: Path; type: string }[] = [];
  argumentsOf(operation, (path, type) => {
    leaves.push({ path, type: String(type) });
    return undefined;
  });
  return leaves;
}

const lastName = (path: Path) => path.split('.').at(-1) ?? path;

/** Whether a leaf names something that belongs to an organization. */
export const isTenantId = ({ path, type }: { readonly path: Path; readonly type: string }) =>
  (type === 'Int' && /(^id|Id|^ids|Ids)$/.test(lastName(path))) || lastName(path) === 'publicId';

/** The table an id argument speaks of; null for a bare `id`, which only the operation knows. */
export function tableOf(path: Path): string | null {
  const name = lastName(path);
  // What an entity is depends on the target, whose first value is the zone.
  if (name === 'entityIds') return 'zones';
  const stem = /^(.*?)Ids?$/.exec(name)?.[1];
  if (!stem) return null;
  const words = stem.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}

/**
 * Harmless values for everything that is not an id, by name or type. An argument that none of these fits stops the
 * test until it is given one here: an operation asked nonsense proves nothing.
 */
export function plainValue(path: Path, type: string): unknown {
  const byName: Record<string, unknown> = {
    email: 'nobody@walker.example',
    password: 'Walker-pass-1',
    token: 'no such token',
    deviceId: 'a browser',
    name: 'Walker',
    address: 'Walkway 1',
    file: 'organization: { name: Walker }',
    prune: false,
    dryRun: true,
    first: 10,
    after: undefined,
    searchValue: 'Canary',
    metrics: ['affluenceIn'],
    metric: 'affluenceIn',
    // Of an id criterion; whose ids these may be is tested beside the planner.
    values: ['1'],
    complementary: undefined,
    passageType: undefined,
    granularity: undefined,
    limit: undefined,
    actions: ['session.signedIn'],
    from: type === 'Timestamp' ? 0 : undefined,
    to: type === 'Timestamp' ? 4_000_000_000_000 : undefined,
  };
  const name = lastName(path);
  if (Object.hasOwn(byName, name)) return byName[name];
  if (type === 'Boolean') return false;
  throw new Error(`no value for an argument ${path}: ${type}; say in plainValue what it takes`);
}
