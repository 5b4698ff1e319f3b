import { failure } from '@atrium/domain/core';
import { type ExecutionArgs, GraphQLError, getOperationAST, Lexer, Source, type Token, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Scope } from '../../tenancy/index.ts';
import type { GraphqlContext } from '../context.ts';
import type { CostBudgets } from './cost-budgets.ts';
import { anonymousBudget, maxAnonymousValues, maxMemberValues, maxObjects, memberBudget } from './cost-budgets.ts';
import { noSizes, type Sizes } from './declared-cost.ts';
import { type Estimate, estimateCost } from './estimate-cost.ts';
import { buildRateLimitError, buildRefusal, buildTooDeepError, isTooDeep } from './refusal.ts';
import { attachDocument, createRunningDocument } from './running-document.ts';

/** Limits on the text of a document. */
export interface TextLimits {
  readonly tokens: number;
  /** Maximum depth of nested brackets of any kind, which is also the depth of the parser's recursion. */
  readonly nesting: number;
  /** Maximum number of fragment definitions and spreads: validation compares each with each. */
  readonly spreads: number;
}

/** The product's pages need fewer than 2000 tokens, six levels and two fragments. */
export const memberTextLimits: TextLimits = { tokens: 6000, nesting: 40, spreads: 200 };

/** Pages before sign-in request one thing each. */
export const anonymousTextLimits: TextLimits = { tokens: 1000, nesting: 20, spreads: 40 };

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

const names: Readonly<Record<keyof TextLimits, string>> = {
  tokens: 'tokens',
  nesting: 'brackets within brackets',
  spreads: 'fragments',
};

/** Checks a text by its tokens only, before any recursive code sees it. Throws the error for the caller. */
export function checkText(text: string, limits: TextLimits): void {
  const lexer = new Lexer(new Source(text));
  const seen = { tokens: 0, nesting: 0, spreads: 0 };
  for (let token = next(lexer); token !== null; token = next(lexer)) {
    seen.tokens += 1;
    if (opening.has(token.kind)) seen.nesting += 1;
    else if (closing.has(token.kind)) seen.nesting -= 1;
    else if (token.kind === TokenKind.SPREAD) seen.spreads += 1;
    for (const [what, name] of Object.entries(names) as [keyof TextLimits, string][])
      if (seen[what] > limits[what])
        throw buildRefusal(failure('BAD_INPUT', `A document holds at most ${limits[what]} ${name}.`));
  }
}

/** Returns null at the end of the text, or at an invalid token, which the parser reports later. */
function next(lexer: Lexer): Token | null {
  try {
    const token = lexer.advance();
    return token.kind === TokenKind.EOF ? null : token;
  } catch {
    return null;
  }
}

export interface CostOptions {
  /** Loads the sizes of the caller's organization. If omitted, the organization's lists count as empty. */
  readonly sizesOf?: ((scope: Scope) => Promise<Sizes>) | undefined;
  /** Time limit of a document in ms; default 30 s. Subscriptions last as long as their session. */
  readonly documentDeadline?: number | undefined;
}

const defaultTimeoutMs = 30_000;

/**
 * Limits documents, for requests and sockets alike. Refuses a document by its estimated cost before it runs. Stops it
 * at run time when it resolves too many objects, reaches its deadline, or the caller disconnects.
 */
export function createCostPlugin(
  { sizesOf, documentDeadline = defaultTimeoutMs }: CostOptions,
  { spend }: Pick<CostBudgets, 'spend'>,
): Plugin<GraphqlContext> {
  /** Returns the sizes used for the estimate, or the refusal. */
  async function weigh(args: ExecutionArgs, context: GraphqlContext): Promise<Sizes | GraphQLError> {
    const { schema, document, operationName, variableValues } = args;
    if (isTooDeep(variableValues)) return buildTooDeepError();
    const sizes = context.scope === null ? noSizes : ((await sizesOf?.(context.scope)) ?? noSizes);
    const estimate = estimateCost({ schema, document, operationName, variables: variableValues, sizes });
    if (!estimate.ok) return buildRefusal(estimate.error);
    const cost = Math.ceil(estimate.value.cost);
    const excess = findExcess({ ...estimate.value, cost }, context.scope === null ? null : sizes);
    if (excess !== null) return excess;
    const retryAfter = await spend(context, cost, sizes);
    if (retryAfter === null) return sizes;
    return buildRateLimitError(retryAfter);
  }

  return {
    onParse({ params: { source }, context }) {
      const { scope } = context as unknown as GraphqlContext;
      checkText(String(source), scope === null ? anonymousTextLimits : memberTextLimits);
    },
    async onExecute({ args, context, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const weighed = await weigh(args, context);
      if (weighed instanceof GraphQLError) return setResultAndStopExecution({ errors: [weighed] });
      const most = maxObjects(weighed);
      const isQuery = getOperationAST(args.document, args.operationName)?.operation === 'query';
      const left = context.signal;
      // A mutation runs to its end, so that its answer is true. Its resolver learns that the caller left, and may cancel.
      const bounds = isQuery ? { deadline: documentDeadline, left } : {};
      setExecuteFn((asked) =>
        untilStopped(bounds, (stop, signal) => {
          attachDocument(
            context,
            createRunningDocument(signal, most, () => stop(tooManyObjects(most))),
          );
          Object.assign(context, { signal: isQuery || left === undefined ? signal : AbortSignal.any([signal, left]) });
          return executeFn(asked);
        }),
      );
    },
    async onSubscribe({ args, context, setResultAndStopExecution }) {
      const weighed = await weigh(args as ExecutionArgs, context);
      if (weighed instanceof GraphQLError) setResultAndStopExecution({ errors: [weighed] });
    },
  };
}

interface Bounds {
  /** ms */
  readonly deadline?: number;
  readonly left?: AbortSignal | undefined;
}

/**
 * Runs until done or stopped: by `stop`, by the deadline, or because the caller has disconnected. The result is then
 * the reason. Resolvers already started stay pending forever.
 */
async function untilStopped(
  { deadline, left }: Bounds,
  run: (stop: (why: GraphQLError) => void, signal: AbortSignal) => unknown,
): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  const stopped = new Promise((answer) => {
    signal.addEventListener('abort', () => answer({ errors: [signal.reason] }));
  });
  const stop = (why: GraphQLError) => controller.abort(why);
  const late = deadline === undefined ? undefined : setTimeout(() => stop(tooLate()), deadline);
  const leave = () => stop(gone());
  left?.addEventListener('abort', leave);
  if (left?.aborted) leave();
  try {
    return await Promise.race([stopped, run(stop, signal)]);
  } finally {
    clearTimeout(late);
    left?.removeEventListener('abort', leave);
  }
}

/** Returns null when the document may run. `sizes` is null for anonymous callers. */
function findExcess({ cost, values }: Estimate, sizes: Sizes | null): GraphQLError | null {
  const limit = sizes === null ? anonymousBudget : memberBudget(sizes);
  const most = sizes === null ? maxAnonymousValues : maxMemberValues(sizes);
  if (cost > limit)
    return tooExpensive(`This document costs ${cost}, the limit is ${limit}: ask for less at once.`, { cost, limit });
  if (values <= most) return null;
  const held = Math.ceil(values);
  return tooExpensive(`The answer may hold ${held} values, the limit is ${most}: ask for less at once.`, {
    values: held,
    limit: most,
  });
}

const tooExpensive = (message: string, figures: Readonly<Record<string, number>>) =>
  buildRefusal(failure('TOO_EXPENSIVE', message), figures);

const tooManyObjects = (limit: number) =>
  tooExpensive(`The answer holds more than ${limit} things: ask for less at once.`, { limit });

/** The caller has disconnected, so nobody reads this. */
const gone = () => buildRefusal(failure('OVERLOADED', 'The caller has left.'));

const tooLate = () =>
  buildRefusal(failure('OVERLOADED', 'This took too long: ask for less, or again later.'), { retryAfter: 5 });
