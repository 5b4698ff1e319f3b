import type { LabelledValue } from '@atrium/domain/measurements';
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';

function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_INPUT' } });
}

/** Largest instant that a JavaScript Date can represent, in ms. */
const furthestInstant = 8.64e15;

function parseTimestamp(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= furthestInstant) return value;
  throw badInput('Timestamp takes an integer number of milliseconds since 1970-01-01T00:00Z');
}

export const timestampScalar = new GraphQLScalarType<number, number>({
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
export const labelledValuesScalar = new GraphQLScalarType<never, readonly LabelledValue[]>({
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

export const jsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value; the field says which shape it takes and checks it.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});
