import {
  type GraphQLArgument,
  type GraphQLInputField,
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
import { idBearingEnums } from './id-bearing-enums.ts';

type Kind = 'query' | 'mutation' | 'subscription';

export interface Operation {
  readonly kind: Kind;
  readonly schema: GraphQLSchema;
  readonly name: string;
  readonly args: readonly GraphQLArgument[];
  readonly type: GraphQLOutputType;
  /** Public: the arguments are the credential. */
  readonly isOpen: boolean;
  /** Declared access, as written in the code. */
  readonly authScopes: unknown;
}

/** Returns every operation of a schema, so that new ones are covered automatically. */
export function listOperations(schema: GraphQLSchema): readonly Operation[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).map(({ name, args, type, extensions }) => {
      const declared = extensions.pothosOptions as { skipTypeScopes?: boolean; authScopes?: unknown };
      return {
        kind,
        schema,
        name,
        args,
        type,
        isOpen: declared.skipTypeScopes === true,
        authScopes: declared.authScopes,
      };
    }),
  );
}

/** Builds a document that requests all fields of an operation, with its arguments as variables. */
export function buildDocument({ kind, name, args, type }: Operation): string {
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

/** Position in an operation's arguments that takes a scalar or enum value. */
export interface Leaf {
  /** Such as `filter.zoneIds`; list items are not numbered. */
  readonly path: string;
  /** Name of the type, without list and non-null. */
  readonly type: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** Values of an enum; null for other types. */
  readonly words: readonly string[] | null;
  /** Neighbouring enum that determines the meaning of the value. */
  readonly idBearingEnum: { readonly path: string; readonly type: string } | null;
}

/** Chooses the value of one leaf; `undefined` omits an optional one. A list may be given as a single item. */
export type Choose = (leaf: Leaf) => unknown;

/** Chooses the length of an object list; null omits the whole argument where it is optional. */
export type ChooseLength = (path: string, isRequired: boolean) => number | null;

type Inputs = readonly (GraphQLArgument | GraphQLInputField)[];

/** Lists of objects without items by default: a site's only device has no others to be made of. */
const emptyLists: ReadonlySet<string> = new Set(['declaration.devices.members']);

/** Builds values for all arguments of an operation, leaf by leaf; other object lists have one item by default. */
export function buildArguments(
  { args }: Pick<Operation, 'args'>,
  choose: Choose,
  howMany: ChooseLength = (path) => (emptyLists.has(path) ? 0 : 1),
): Record<string, unknown> {
  return valuesOf(args, '', { choose, howMany });
}

/** Returns the leaves of an operation's arguments. */
export function listLeaves(operation: Pick<Operation, 'args'>): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const note: Choose = (leaf) => {
    leaves.push(leaf);
    return undefined;
  };
  buildArguments(operation, note, () => 1);
  return leaves;
}

interface Choices {
  readonly choose: Choose;
  readonly howMany: ChooseLength;
}

function valuesOf(inputs: Inputs, prefix: string, choices: Choices): Record<string, unknown> {
  return Object.fromEntries(inputs.map((input) => [input.name, inputValue(input, inputs, prefix, choices)]));
}

function inputValue(input: Inputs[number], siblings: Inputs, prefix: string, choices: Choices): unknown {
  const type = getNullableType(input.type);
  const named = getNamedType(type);
  const path = `${prefix}${input.name}`;
  if (isInputObjectType(named)) {
    const count = choices.howMany(path, isNonNullType(input.type));
    if (count === null) return undefined;
    const one = () => valuesOf(Object.values(named.getFields()), `${path}.`, choices);
    return isListType(type) ? Array.from({ length: count }, one) : one();
  }
  const governing = siblings.find((sibling) => idBearingEnums[getNamedType(sibling.type).name]?.governs === input.name);
  const chosen = choices.choose({
    path,
    type: named.name,
    isList: isListType(type),
    isRequired: isNonNullType(input.type),
    words: isEnumType(named) ? named.getValues().map(({ name }) => name) : null,
    idBearingEnum: governing ? { path: `${prefix}${governing.name}`, type: getNamedType(governing.type).name } : null,
  });
  return isListType(type) && chosen !== undefined && !Array.isArray(chosen) ? [chosen] : chosen;
}
