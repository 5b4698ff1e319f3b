import type { GraphQLSchema } from 'graphql';

/**
 * The operations of a schema that do not say who may call them. The root types are closed by default; saying it
 * nonetheless makes every operation's author think of it, and lets reviews read it.
 */
export function undeclaredOperations(schema: GraphQLSchema): readonly string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) =>
    Object.values(root?.getFields() ?? {})
      .filter(({ extensions }) => {
        const declared = extensions.pothosOptions as { authScopes?: unknown; skipTypeScopes?: boolean } | undefined;
        return declared?.authScopes === undefined && declared?.skipTypeScopes !== true;
      })
      .map((field) => `${root?.name}.${field.name}`),
  );
}
