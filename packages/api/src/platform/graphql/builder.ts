import { type Area, isAllowed } from '@atrium/domain/access';
import type { LabelledValue } from '@atrium/domain/measurements';
import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLSchema } from 'graphql';
import type { GraphqlContext, SignedInContext } from './context.ts';
import { buildAccessError } from './errors.ts';
import './cost/declared-cost.ts';
import { throttleResolvers } from './cost/running-document.ts';
import { jsonScalar, labelledValuesScalar, timestampScalar } from './scalars.ts';
import { fileScalar } from './uploads.ts';

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
