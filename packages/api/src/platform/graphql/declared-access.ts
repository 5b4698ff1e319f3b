import type { GraphQLSchema } from 'graphql';

/**
 * Returns the operations that do not declare who may call them. The root types are closed by default; the explicit
 * declaration makes authors decide and lets reviewers see it.
 */
export function findUndeclaredOperations(schema: GraphQLSchema): readonly string[] {
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
