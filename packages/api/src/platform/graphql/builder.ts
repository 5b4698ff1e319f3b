import './cost/declared-cost.ts';
import type { LabelledValue } from '@atrium/domain/numbers';
import type { UsualRow } from '@atrium/domain/pages';
import { type Area, isAllowed } from '@atrium/domain/people/access';
import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError, GraphQLScalarType, GraphQLSchema, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import type { GraphqlContext, SignedInContext } from './context.ts';
import { throttleResolvers } from './cost/running-document.ts';
import { buildAccessError } from './errors.ts';
import { fileScalar } from './uploads.ts';

function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_INPUT' } });
}

/** Largest instant that a JavaScript Date can represent, in ms. */
const furthestInstant = 8.64e15;

function parseTimestamp(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= furthestInstant) return value;
  throw badInput('Timestamp takes an integer number of milliseconds since 1970-01-01T00:00Z');
}

const timestampScalar = new GraphQLScalarType<number, number>({
  name: 'Timestamp',
  description: 'An instant as milliseconds since 1970-01-01T00:00Z; wider than Int.',
  serialize: parseTimestamp,
  parseValue: parseTimestamp,
  parseLiteral: (node: ValueNode) => parseTimestamp(node.kind === Kind.INT ? Number(node.value) : undefined),
});

/**
 * One scalar per answer instead of typed points: with 3000 points, a typed list costs four times as much as the whole
 * query.
 */
const labelledValuesScalar = new GraphQLScalarType<never, readonly LabelledValue[]>({
  name: 'LabelledValues',
  description:
    'A list of { label, value }; the value is a number, a string, null or such a list again. ' +
    '"partial": true and "state": "missing" | "closed" are present where they hold. What is missing because the sensors ' +
    'don\'t tell it (women at a door that tells no gender) has "notTold": the descriptors they don\'t tell.',
  serialize: (value) => value as readonly LabelledValue[],
  parseValue: () => {
    throw badInput('LabelledValues are only ever answered');
  },
});

/** One scalar, like the values it belongs to. */
const usualFiguresScalar = new GraphQLScalarType<never, readonly UsualRow[]>({
  name: 'UsualFigures',
  description:
    'What stands beside each number on screens, in the order and nesting of data: a list of { label, value, usual, lower, ' +
    'upper, change, changeUnit, side, times, tooFew, reason, name }, or { label, value: such a list }. Numbers are rounded ' +
    'as shown. The range is lower to upper, side is "above", "below" or "within". change is the one from usual to value in ' +
    'changeUnit: "PERCENT", "POINTS" or "COUNT" (people or items, where there are few); within the range it is null. times ' +
    'is how many earlier times usual is the mean of; null of an expected value. tooFew says how little can be compared, ' +
    'reason and name why there is no range.',
  serialize: (value) => value as readonly UsualRow[],
  parseValue: () => {
    throw badInput('UsualFigures are only ever answered');
  },
});

const jsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value; the field says which shape it takes and checks it.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

/** Type parameters of the builder, for fields and their access declarations. */
export interface SchemaTypes {
  Context: GraphqlContext;
  AuthScopes: { signedIn: boolean; themselves: boolean; area: Area };
  /** Inside `t.withAuth({ area: '…' }).field(…)` the resolver's context always has a scope. */
  AuthContexts: {
    signedIn: SignedInContext;
    themselves: SignedInContext;
    area: SignedInContext;
  };
  Scalars: {
    LabelledValues: { Input: never; Output: readonly LabelledValue[] };
    UsualFigures: { Input: never; Output: readonly UsualRow[] };
    /** Epoch milliseconds, which exceed Int. */
    Timestamp: { Input: number; Output: number };
    JSON: { Input: unknown; Output: unknown };
    /** Uploaded file of a form. */
    File: { Input: File; Output: never };
  };
  DefaultFieldNullability: false;
}

/**
 * Creates the builder for every module's fields. Nothing is public by default: the root types require a signed-in
 * caller. Each operation also declares its access (`findUndeclaredOperations` lists those that do not):
 * - `t.withAuth({ signedIn: true }).field(…)`: any member of the organization;
 * - `t.withAuth({ area: 'newAlert' }).field(…)`: callers who meet the area's requirement in the domain's table;
 * operations never name a right;
 * - `t.withAuth({ themselves: true }).field(…)`: any member, but no administrator viewing the product as that member.
 * For passwords, two-factor, contacts, people and their rights. Combine with an area under `$all`;
 * - `t.field({ skipTypeScopes: true, … })`: anyone, for operations whose arguments are the credential.
 */
export function createBuilder() {
  const builder = new SchemaBuilder<SchemaTypes>({
    plugins: [ScopeAuthPlugin],
    defaultFieldNullability: false,
    scopeAuth: {
      // Otherwise a subscription would be refused only when its first event is resolved.
      authorizeOnSubscribe: true,
      authScopes: ({ scope }) => ({
        signedIn: (wanted) => wanted === (scope !== null),
        themselves: (wanted) => scope !== null && wanted === (scope.viewedBy === null),
        area: (area) => scope !== null && isAllowed(scope, area),
      }),
      unauthorizedError: (_parent, context) => buildAccessError(context),
    },
  });
  const closed = { authScopes: { signedIn: true } } as const;
  builder.queryType(closed);
  builder.mutationType(closed);
  builder.subscriptionType(closed);
  builder.addScalarType('LabelledValues', labelledValuesScalar);
  builder.addScalarType('UsualFigures', usualFiguresScalar);
  builder.addScalarType('Timestamp', timestampScalar);
  builder.addScalarType('JSON', jsonScalar);
  builder.addScalarType('File', fileScalar);
  return builder;
}

export type Builder = ReturnType<typeof createBuilder>;

/** Builds the executable schema of everything registered so far. Omits root types without fields. */
export function finishSchema(builder: Builder): GraphQLSchema {
  const schema = builder.toSchema();
  const config = schema.toConfig();
  const isEmpty = (type: { getFields(): object } | null | undefined) =>
    !type || Object.keys(type.getFields()).length === 0;
  const mutation = isEmpty(config.mutation) ? null : config.mutation;
  const subscription = isEmpty(config.subscription) ? null : config.subscription;
  const dropped = new Set([config.mutation, config.subscription].filter((type) => isEmpty(type)));
  const finished = new GraphQLSchema({
    ...config,
    mutation,
    subscription,
    types: config.types.filter((type) => !dropped.has(type as never)),
  });
  throttleResolvers(finished);
  return finished;
}
