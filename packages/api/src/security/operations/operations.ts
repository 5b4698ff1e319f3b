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

/** One place among the arguments of an operation that takes a value by itself. */
export interface Leaf {
  /** `filter.zoneIds`; the objects of a list are not numbered. */
  readonly path: string;
  /** Its type's name, without list and non-null. */
  readonly type: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** The words an enum knows; null for other types. */
  readonly words: readonly string[] | null;
  /** The enum beside it that says what its value means. */
  readonly idBearingEnum: { readonly path: string; readonly type: string } | null;
}

/** What stands in the place of one leaf; `undefined` leaves an optional one out. A list may be given as its one item. */
export type Choose = (leaf: Leaf) => unknown;

/** How many objects stand in the list at a path; null leaves the whole argument out, where it is optional. */
export type HowMany = (path: string, isRequired: boolean) => number | null;

type Inputs = readonly (GraphQLArgument | GraphQLInputField)[];

/** Values for all arguments of an operation, leaf by leaf; of lists of objects one, unless said how many. */
export function argumentsOf(
  { args }: Pick<Operation, 'args'>,
  choose: Choose,
  howMany: HowMany = () => 1,
): Record<string, unknown> {
  return valuesOf(args, '', { choose, howMany });
}

/** The leaves of an operation's arguments. */
export function leavesOf(operation: Pick<Operation, 'args'>): readonly Leaf[] {
  const leaves: Leaf[] = [];
  argumentsOf(operation, (leaf) => {
    leaves.push(leaf);
    return undefined;
  });
  return leaves;
}

interface Choices {
  readonly choose: Choose;
  readonly howMany: HowMany;
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
