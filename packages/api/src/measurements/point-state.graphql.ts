import type { Builder } from '../platform/graphql/builder.ts';

/** What is known of a value, wherever one is answered by itself. */
export function registerPointState(builder: Builder) {
  return builder.enumType('PointState', { values: ['known', 'missing', 'closed'] as const });
}

export type PointStateRef = ReturnType<typeof registerPointState>;
