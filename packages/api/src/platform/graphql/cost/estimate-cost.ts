import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isListType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Sizes } from './declared-cost.ts';
import { type DeclaredCost, getDeclaredCost, type ListLength } from './declared-cost.ts';

/** Maximum length of a list argument: sites, zones or devices. A condition of a query accepts as many. */
export const maxListLength = 5000;

/** Returns the length of the longest list in a value. Recursion is safe, since the schema's types limit the depth. */
function getLongestList(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((most, item) => Math.max(most, getLongestList(item)), value.length);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((most, item) => Math.max(most, getLongestList(item)), 0);
}

export interface DocumentToEstimate {
  readonly schema: GraphQLSchema;
  /** Already validated. */
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  /** Raw variables of the request. */
  readonly variables: Readonly<Record<string, unknown>> | null | undefined;
  readonly sizes: Sizes;
}

export interface Estimate {
  /** In units of about 1 µs of CPU. */
  readonly cost: number;
  /** Number of resolved fields, which is the number of values in the answer. */
  readonly values: number;
}

/** Cost of resolving and writing any field. */
const fieldCost = 10;
/** Cost of one scalar in a list. */
const valueCost = 1;
/** Default cost of an operation: one database query. */
const operationCost = 500;
/** Counts repeated operations too. The product's pages use at most 55. */
const maxOperations = 100;
/** Page size where a paged field has no `first`. */
const defaultPageSize = 100;

/** Properties of a selection's position that affect its cost. */
interface Place {
  /** Inside a list of all sites, where the lists of all sites add up to those of the organization. */
  readonly isEachSite: boolean;
  /** Length of a list declared as one page. */
  readonly page: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Estimates the maximum cost of a document before it runs. Lists multiply the cost of their items by their length, at
 * each level of nesting. Fields that execution would merge count each time they are written. The estimate is linear in
 * the document size, because a fragment is estimated once for each kind of position.
 */
export function estimateCost(asked: DocumentToEstimate): Result<Estimate, Failure> {
  const { schema, document, sizes } = asked;
  const operation = getOperationAST(document, asked.operationName);
  const root = operation ? schema.getRootType(operation.operation) : null;
  // Execution refuses such documents with its own message.
  if (!operation || !root) return ok(nothing);
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], asked.variables ?? {}, {
    maxErrors: 50,
  });
  if (coerced.coerced === undefined) return ok(nothing);
  const variables = coerced.coerced;
  const fragments = fragmentsOf(document);
  const known = new Map<string, Estimate>();
  const seen = { operations: 0, credentials: 0, longest: 0 };

  const ofAll = (type: GraphQLObjectType, { selections }: SelectionSetNode, place: Place): Estimate =>
    selections.reduce((sum, one) => (isIncluded(one, variables) ? add(sum, ofOne(type, one, place)) : sum), nothing);

  function ofOne(type: GraphQLObjectType, node: SelectionNode, place: Place): Estimate {
    if (node.kind === Kind.FIELD) return ofField(type, node, place);
    const part = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
    if (part === undefined) return nothing;
    const condition = part.typeCondition && schema.getType(part.typeCondition.name.value);
    const narrower = isObjectType(condition) ? condition : type;
    if (node.kind === Kind.INLINE_FRAGMENT) return ofAll(narrower, part.selectionSet, place);
    const key = `${node.name.value} ${place.isEachSite} ${place.page}`;
    const estimate = known.get(key) ?? ofAll(narrower, part.selectionSet, place);
    known.set(key, estimate);
    return estimate;
  }

  function ofField(type: GraphQLObjectType, node: FieldNode, place: Place): Estimate {
    const field = type.getFields()[node.name.value];
    if (field === undefined) return node.name.value === '__typename' ? leaf : introspection;
    const declared = getDeclaredCost(field);
    const args = argumentsOf(field, node, variables);
    if (args === null) return leaf;
    seen.longest = Math.max(seen.longest, getLongestList(args));
    if (declared.isCredential) seen.credentials += 1;
    if (type === root) seen.operations += operationsOf(declared, args);
    if (refusalOf(seen) !== null) return nothing;
    const own = declared.cost?.(args, sizes) ?? (type === root ? operationCost : 0);
    const isList = isListType(getNullableType(field.type));
    const times = isList ? getListLength(declared.length, { args, sizes, place }) : 1;
    const item = getNamedType(field.type);
    if (!node.selectionSet || !isObjectType(item)) {
      const values = declared.holds?.(args, sizes) ?? 1;
      return { cost: fieldCost + own + (isList ? times * valueCost : 0), values };
    }
    const isEachSite = isList ? isAllSites(declared.length) : place.isEachSite;
    const each = add(leaf, ofAll(item, node.selectionSet, { isEachSite, page: pageOf(field, args, place) }));
    return { cost: fieldCost + own + times * each.cost, values: 1 + times * each.values };
  }

  const estimate = ofAll(root, operation.selectionSet, { isEachSite: false, page: defaultPageSize });
  const refusal = refusalOf(seen);
  return refusal === null ? ok(estimate) : err(failure('BAD_INPUT', refusal));
}

const nothing: Estimate = { cost: 0, values: 0 };
const leaf: Estimate = { cost: fieldCost, values: 1 };
/** Cost of introspection, where it is allowed. Validation prevents cycles in it. */
const introspection: Estimate = { cost: 50_000, values: 1000 };

const add = (one: Estimate, other: Estimate): Estimate => ({
  cost: one.cost + other.cost,
  values: one.values + other.values,
});

interface Seen {
  readonly operations: number;
  readonly credentials: number;
  readonly longest: number;
}

/** Returns why a document is refused without an estimate; null when it is not. */
function refusalOf({ operations, credentials, longest }: Seen): string | null {
  if (operations > maxOperations) return `A document asks for at most ${maxOperations} operations at once.`;
  if (credentials > 1) return 'A document holds at most one operation about credentials.';
  if (longest > maxListLength) return `A list holds ${longest} values, more than the ${maxListLength} one may.`;
  return null;
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

function isIncluded(node: SelectionNode, variables: Arguments): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const skips = getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true;
  return !skips && getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}

/** Returns null when the arguments are invalid; the field then only returns an error. */
function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Arguments): Arguments | null {
  if (field.args.length === 0) return {};
  try {
    return getArgumentValues(field, node, variables);
  } catch {
    return null;
  }
}

const isAllSites = (length: ListLength | undefined) =>
  typeof length === 'object' && 'of' in length && length.of === 'installations';

function pageOf(field: GraphQLField<unknown, unknown>, { first }: Arguments, place: Place): number {
  if (!field.args.some(({ name }) => name === 'first')) return place.page;
  return typeof first === 'number' ? Math.max(0, first) : defaultPageSize;
}

interface ListPlace {
  readonly args: Arguments;
  readonly sizes: Sizes;
  readonly place: Place;
}

/** An undeclared list counts as one page; tests forbid such lists. */
export function getListLength(length: ListLength | undefined, { args, sizes, place }: ListPlace): number {
  if (length === undefined || length === 'page') return place.page;
  if ('most' in length) return length.most;
  if ('argument' in length) return listAt(args, length.argument);
  if ('ofZone' in length) return sizes.tagsOfZone;
  if ('ofSite' in length) {
    const { all, largest } = sizes[length.ofSite];
    const named = typeof args.installationId === 'number' ? sizes.ofSite(args.installationId) : null;
    return named?.[length.ofSite] ?? (place.isEachSite ? all / Math.max(1, sizes.installations) : largest);
  }
  const size = sizes[length.of];
  return typeof size === 'number' ? size : size.all;
}

/** Several queries in one field count as several operations. */
const operationsOf = ({ operations }: DeclaredCost, args: Arguments) =>
  operations === undefined ? 1 : Math.max(1, listAt(args, operations));

function listAt(args: Arguments, path: string): number {
  const found = path.split('.').reduce<unknown>((value, name) => (value as Arguments | undefined)?.[name], args);
  return Array.isArray(found) ? found.length : 0;
}
