import type { Right } from '@atrium/domain/access';
import type { LabelledValue } from '@atrium/domain/measurements';
import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { GraphqlContext } from './context.ts';

/**
 * The types every module's fields are built with. The root types demand a signed-in caller by default: an operation
 * that anyone may call says so with `skipTypeScopes: true`, one that needs a right says `authScopes: { right: '…' }`.
 */
export function createBuilder() {
  const builder = new SchemaBuilder<{
    Context: GraphqlContext;
    AuthScopes: { signedIn: boolean; right: Right; administrator: boolean };
    Scalars: {
      LabelledValues: { Input: never; Output: readonly LabelledValue[] };
      /** Epoch milliseconds: wider than Int. */
      Timestamp: { Input: number; Output: number };
      JSON: { Input: unknown; Output: unknown };
    };
    DefaultFieldNullability: false;
  }>({
    plugins: [ScopeAuthPlugin],
    defaultFieldNullability: false,
    scopeAuth: { authScopes: () => ({ signedIn: false }) as never },
  });
  return builder;
}

export type Builder = ReturnType<typeof createBuilder>;
