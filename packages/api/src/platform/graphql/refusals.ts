import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Scope } from '../tenancy/index.ts';
import type { GraphqlContext } from './context.ts';

/** Somebody signed in asked for an operation, as the schema names it, that their rights do not cover. */
export type OnRefused = (scope: Scope, operation: string) => void;

/** Tells of each operation that was refused to somebody, over requests and sockets alike. */
export function noteRefusals(onRefused: OnRefused): Plugin<GraphqlContext> {
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

/** By its name in the schema: what a caller calls it is the caller's to choose. */
function operationOf({ nodes, path }: GraphQLError): string {
  const [node] = nodes ?? [];
  return node !== undefined && 'name' in node && typeof node.name === 'object'
    ? (node.name.value ?? '')
    : String(path?.[0] ?? '');
}
