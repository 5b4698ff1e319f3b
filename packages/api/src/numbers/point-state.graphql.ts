import type { Builder } from '../platform/graphql/builder.ts';

/** Registers the state of a single value. */
export function registerPointState(builder: Builder) {
  return builder.enumType('PointState', { values: ['known', 'missing', 'closed'] as const });
}

export type PointStateRef = ReturnType<typeof registerPointState>;
