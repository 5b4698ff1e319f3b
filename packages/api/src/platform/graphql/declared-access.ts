import type { GraphQLSchema } from 'graphql';

/** The numbers of sites and the sensors behind them: pages of sensors and custom pages show them, and either right opens them. */
export const seesNumbers = {
  $any: { right: 'dashboard.sensor.read', $all: { right: 'dashboard.custom.read' } },
} as const;

/** The pages of one site and its sensors: custom pages are made of other operations. */
export const seesSensorPages = { right: 'dashboard.sensor.read' } as const;

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
