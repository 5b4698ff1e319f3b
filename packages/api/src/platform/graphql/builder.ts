import { type Area, isAllowed } from '@atrium/domain/access';
import type { LabelledValue } from '@atrium/domain/measurements';
import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLSchema } from 'graphql';
import type { GraphqlContext, SignedInContext } from './context.ts';
import { refusalOf } from './errors.ts';
import './cost/declared-cost.ts';
import { holdBack } from './cost/running-document.ts';
import { jsonScalar, labelledValuesScalar, timestampScalar } from './scalars.ts';
import { fileScalar } from './uploads.ts';

/** The type parameters of the builder: what fields and their access declarations may say. */
export interface SchemaTypes {
  Context: GraphqlContext;
  AuthScopes: { signedIn: boolean; themselves: boolean; area: Area };
  /** `t.withAuth({ area: '…' }).field(…)` gives the resolver a context whose scope is there. */
  AuthContexts: {
    signedIn: SignedInContext;
    themselves: SignedInContext;
    area: SignedInContext;
  };
  Scalars: {
    LabelledValues: { Input: never; Output: readonly LabelledValue[] };
    /** Epoch milliseconds: wider than Int. */
    Timestamp: { Input: number; Output: number };
    JSON: { Input: unknown; Output: unknown };
    /** A file of a form. */
    File: { Input: File; Output: never };
  };
  DefaultFieldNullability: false;
}

/**
 * The types every module's fields are built with. Nothing is open by default: the root types demand a signed-in caller,
 * and every operation declares its access besides (`undeclaredOperations` names those that do not):
 * - `t.withAuth({ signedIn: true }).field(…)`: any member of the organization;
 * - `t.withAuth({ area: 'newAlert' }).field(…)`: what the domain's table of areas asks for; no operation names a right;
 * - `t.withAuth({ themselves: true }).field(…)`: any member, but no administrator looking at the product as one: what
 *   concerns passwords, two-factor, contacts, people and their rights. With an area besides, under `$all`;
 * - `t.field({ skipTypeScopes: true, … })`: anybody, for operations whose arguments are the credential.
 */
export function createBuilder() {
  const builder = new SchemaBuilder<SchemaTypes>({
    plugins: [ScopeAuthPlugin],
    defaultFieldNullability: false,
    scopeAuth: {
      // Without it a subscription would be refused only when its first event is resolved.
      authorizeOnSubscribe: true,
      authScopes: ({ scope }) => ({
        signedIn: (wanted) => wanted === (scope !== null),
        themselves: (wanted) => scope !== null && wanted === (scope.viewedBy === null),
        area: (area) => scope !== null && isAllowed(scope, area),
      }),
      unauthorizedError: (_parent, context) => refusalOf(context),
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

/** The executable schema of everything registered so far; a root type nobody added to is left out. */
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
  holdBack(finished);
  return finished;
}
