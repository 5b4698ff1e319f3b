import { setTimeout as pause } from 'node:timers/promises';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  parse,
  subscribe,
  validate,
} from 'graphql';
import type { Scope } from '../../../src/platform/tenancy/index.ts';
import { buildDocument, type Operation } from '../operations/operations.ts';
import { isRefusal } from './foreign-data.ts';

/** ms to wait for the first event of a subscription. */
const patience = 3000;

/** Runs one operation with all its fields as that user; for a subscription, returns the first event. */
export async function runOperation(
  schema: GraphQLSchema,
  operation: Operation,
  variableValues: Record<string, unknown>,
  scope: Scope | null,
): Promise<ExecutionResult> {
  const document = checkedDocument(schema, operation);
  const contextValue = { scope, tokenProblem: scope === null ? 'none' : null, address: '192.0.2.2' };
  const started = await (operation.kind === 'subscription' ? subscribe : execute)({
    schema,
    document,
    variableValues,
    contextValue,
  });
  return Symbol.asyncIterator in started ? firstOf(started) : started;
}

const documents = new WeakMap<GraphQLSchema, Map<string, DocumentNode>>();

/** Returns the operation's validated document, cached. */
function checkedDocument(schema: GraphQLSchema, operation: Operation): DocumentNode {
  const known = documents.get(schema) ?? new Map<string, DocumentNode>();
  documents.set(schema, known);
  const key = `${operation.kind} ${operation.name}`;
  const document = known.get(key) ?? parse(buildDocument(operation));
  if (!known.has(key)) {
    const [error] = validate(schema, document);
    if (error) throw new Error(`${operation.name}: ${error.message}`);
    known.set(key, document);
  }
  return document;
}

/** Returns the first event, or an empty result when none arrives in time. Ends the subscription in either case. */
async function firstOf(events: AsyncGenerator<ExecutionResult, void, void>): Promise<ExecutionResult> {
  const heard = new AbortController();
  const silence = pause<ExecutionResult>(patience, { data: null }, { signal: heard.signal });
  silence.catch(() => {});
  try {
    return await Promise.race([events.next().then(({ value }) => value as ExecutionResult), silence]);
  } finally {
    heard.abort();
    await events.return(undefined);
  }
}

/** Returns the error codes of an answer, including those of individually refused parts. */
export const getErrorCodes = ({ errors = [], data }: ExecutionResult): readonly unknown[] => [
  ...errors.map((error) => error.extensions.code ?? error.message),
  ...refusedIn(data),
];

function refusedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(refusedIn);
  if (typeof value !== 'object' || value === null) return [];
  if (isRefusal(value)) return [value.code];
  return Object.values(value).flatMap(refusedIn);
}
