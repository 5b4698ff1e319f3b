import { type Clock, errorCodes } from '@atrium/domain/core';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Registry } from 'prom-client';
import type { ClientAddress } from '../addresses/index.ts';
import type { TokenKeeping } from '../token-keeping/index.ts';
import { traceDocuments } from '../tracing/trace-documents.ts';
import type { Authenticate, Authentication, GraphqlContext } from './context.ts';
import { type CostOptions, costPlugin } from './cost/cost-plugin.ts';
import type { Spending } from './cost/spending.ts';
import { type ErrorLog, maskErrors, retryAfterOf } from './errors.ts';
import { limitPlugins } from './limits.ts';
import { noteRefusals, type OnRefused } from './refusals.ts';
import { noteSlowDocuments } from './slow-documents.ts';
import type { SocketLimits } from './sockets/socket-places.ts';
import { reopening } from './streams/reopening.ts';
import type { AccessChanges, SessionWatches } from './streams/session-watches.ts';
import { sharedEvents } from './streams/shared-events.ts';
import { formsAreUploads } from './uploads.ts';

export interface GraphqlEdgeOptions extends CostOptions {
  readonly main: GraphQLSchema;
  readonly hub: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly addressOf: ClientAddress;
  /** Token storage of callers; default: in pages. */
  readonly keeping?: TokenKeeping;
  /** Changes of access that affect open subscriptions. */
  readonly accessChanges: AccessChanges;
  /** Origins whose pages may call: `originsOf(ATRIUM_PUBLIC_URL)`, plus the development server's. */
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
  { sessions, spending }: { readonly sessions: SessionWatches; readonly spending: Spending },
): Endpoint {
  const maskError = maskErrors(options.log);
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
      ...limitPlugins(options),
      traceDocuments(),
      costPlugin(options, spending),
      formsAreUploads(),
      noteSlowDocuments(options.log),
      ...(options.onRefused ? [noteRefusals(options.onRefused)] : []),
      sharedEvents(),
      reopening(sessions),
      oneTableOfCodes(maskError),
    ],
  });
}

/** Errors before execution (unreadable body, syntax, validation) have other codes, so they are masked here too. */
function oneTableOfCodes(maskError: (error: unknown) => Error): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
      const masked = { ...result, errors: result.errors.map((error) => maskError(error) as GraphQLError) };
      const retryAfter = retryAfterOf(masked);
      const http = { status: errorCodes.OVERLOADED, headers: { 'retry-after': `${retryAfter}` } };
      setResult(retryAfter === null ? masked : { ...masked, extensions: { ...masked.extensions, http } });
    },
  };
}

/** Authenticates a token; without one, skips the store. */
export async function authenticateOr(
  token: string,
  options: { readonly authenticate: Authenticate },
  address?: string,
): Promise<Authentication> {
  return token === '' ? { scope: null, tokenProblem: 'none' } : options.authenticate(token, address);
}
