import { type ExecutionResult, execute, type GraphQLSchema, parse, subscribe, validate } from 'graphql';
import type { Scope } from '../access/index.ts';
import { documentOf, type Operation } from './operations.ts';

/** How long a subscription may take to say its first word, ms. */
const patience = 300;

/** Asks one operation everything it can answer, as that viewer; of a subscription, the first event. */
export async function ask(
  schema: GraphQLSchema,
  operation: Operation,
  variableValues: Record<string, unknown>,
  scope: Scope | null,
) {
  const document = parse(documentOf(operation));
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(`${operation.name}: ${errors[0]?.message}`);
  const contextValue = { scope, tokenProblem: scope === null ? 'none' : null, address: '192.0.2.2' };
  const started = await (operation.kind === 'subscription' ? subscribe : execute)({
    schema,
    document,
    variableValues,
    contextValue,
  });
  if (!(Symbol.asyncIterator in started)) return started;
  const first = await Promise.race([
    started.next().then(({ value }) => value as ExecutionResult),
    new Promise<ExecutionResult>((resolve) => setTimeout(resolve, patience, { data: null })),
  ]);
  await started.return(undefined);
  return first;
}

export const codesOf = (answer: ExecutionResult) =>
  (answer.errors ?? []).map((error) => error.extensions.code ?? error.message);
