import { type Clock, errorCodes } from '@atrium/domain/core';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Registry } from 'prom-client';
import type { GetClientAddress } from '../addresses/index.ts';
import type { TokenStorage } from '../token-keeping/index.ts';
import { traceDocuments } from '../tracing/trace-documents.ts';
import type { Authenticate, Authentication, GraphqlContext } from './context.ts';
import type { CostBudgets } from './cost/cost-budgets.ts';
import { type CostOptions, createCostPlugin } from './cost/cost-plugin.ts';
import { createErrorMask, type ErrorLog, getRetryAfter } from './errors.ts';
import { createLimitPlugins } from './limits.ts';
import { logSlowDocuments } from './log-slow-documents.ts';
import { type OnRefused, reportRefusals } from './refusals.ts';
import type { SocketLimits } from './sockets/socket-slots.ts';
import { reopenOnAccessChange } from './streams/reopen-on-access-change.ts';
import type { AccessChanges, SessionWatches } from './streams/session-watches.ts';
import { shareEvents } from './streams/share-events.ts';
import { restrictFormsToUploads } from './uploads.ts';

export interface GraphqlEdgeOptions extends CostOptions {
  readonly main: GraphQLSchema;
  readonly hub: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly addressOf: GetClientAddress;
  /** Token storage of callers; default: in pages. */
  readonly keeping?: TokenStorage;
  /** Changes of access that affect open subscriptions. */
  readonly accessChanges: AccessChanges;
  /** Origins whose pages may call: `getAllowedOrigins(ATRIUM_PUBLIC_URL)`, plus the development server's. */
  readonly allowedOrigins: readonly string[];
  /** Enabled only in the demo and in development. */
  readonly introspection: boolean;
  readonly clock: Clock;
  readonly log: ErrorLog;
  readonly socketLimits?: SocketLimits;
  /** Registry for socket metrics. */
  readonly metrics?: Registry;
  /** Called when an operation is refused because of missing rights. */
  readonly onRefused?: OnRefused;
}

export type Endpoint = YogaServerInstance<GraphqlContext, object>;

/** Creates the endpoint of one schema, with all of Yoga's other features disabled. */
export function createEndpoint(
  path: string,
  schema: GraphQLSchema,
  options: GraphqlEdgeOptions,
  { sessions, spending }: { readonly sessions: SessionWatches; readonly spending: CostBudgets },
): Endpoint {
  const maskError = createErrorMask(options.log);
  return createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: path,
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: true,
    // The caller already limits the size; checking it again would cost a stream per request.
    maxRequestBodySize: false,
    logging: false,
    maskedErrors: { maskError },
    plugins: [
      ...createLimitPlugins(options),
      traceDocuments(),
      createCostPlugin(options, spending),
      restrictFormsToUploads(),
      logSlowDocuments(options.log),
      ...(options.onRefused ? [reportRefusals(options.onRefused)] : []),
      shareEvents(),
      reopenOnAccessChange(sessions),
      maskEarlyErrors(maskError),
    ],
  });
}

/** Errors before execution (unreadable body, syntax, validation) have other codes, so they are masked here too. */
function maskEarlyErrors(maskError: (error: unknown) => Error): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
      const masked = { ...result, errors: result.errors.map((error) => maskError(error) as GraphQLError) };
      const retryAfter = getRetryAfter(masked);
      const http = { status: errorCodes.OVERLOADED, headers: { 'retry-after': `${retryAfter}` } };
      setResult(retryAfter === null ? masked : { ...masked, extensions: { ...masked.extensions, http } });
    },
  };
}

/** Authenticates a token; without one, skips the store. */
export async function authenticateToken(
  token: string,
  options: { readonly authenticate: Authenticate },
  address?: string,
): Promise<Authentication> {
  return token === '' ? { scope: null, tokenProblem: 'none' } : options.authenticate(token, address);
}
