import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Scope } from '../tenancy/index.ts';
import type { GraphqlContext } from './context.ts';

/** Called when a signed-in user requests an operation that their rights do not cover, with its name in the schema. */
export type OnRefused = (scope: Scope, operation: string) => void;

/** Reports each refused operation, over requests and sockets alike. */
export function reportRefusals(onRefused: OnRefused): Plugin<GraphqlContext> {
  const note = (result: unknown, { scope }: GraphqlContext) => {
    if (scope === null || typeof result !== 'object' || result === null) return;
    const { errors = [] } = result as ExecutionResult;
    for (const operation of new Set(errors.filter(isRefused).map(operationOf))) onRefused(scope, operation);
  };
  return {
    onExecute: ({ args }) => ({ onExecuteDone: ({ result }) => note(result, args.contextValue) }),
    onSubscribe: ({ args }) => ({
      onSubscribeResult: ({ result }) => note(result, args.contextValue as unknown as GraphqlContext),
    }),
  };
}

const isRefused = ({ extensions }: GraphQLError) => extensions.code === 'FORBIDDEN';

/** Returns the name in the schema; the alias is the caller's choice. */
function operationOf({ nodes, path }: GraphQLError): string {
  const [node] = nodes ?? [];
  return node !== undefined && 'name' in node && typeof node.name === 'object'
    ? (node.name.value ?? '')
    : String(path?.[0] ?? '');
}
