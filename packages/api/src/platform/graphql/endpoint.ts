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
  /** Where callers keep their tokens; pages do unless said. */
  readonly keeping?: TokenKeeping;
  /** What open subscriptions have to hear of. */
  readonly accessChanges: AccessChanges;
  /** Whose pages may call: `originsOf(ATRIUM_PUBLIC_URL)`, plus the development server's. */
  readonly allowedOrigins: readonly string[];
  /** Open in the demo and in development only. */
  readonly introspection: boolean;
  readonly clock: Clock;
  readonly log: ErrorLog;
  readonly socketLimits?: SocketLimits;
  /** Where the open sockets are told. */
  readonly metrics?: Registry;
  /** Hears of what is refused to people for want of a right. */
  readonly onRefused?: OnRefused;
}

export type Endpoint = YogaServerInstance<GraphqlContext, object>;

/** One schema with everything Yoga offers besides answering closed. */
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
    // The edge hands over what it has read within its own bounds: to count it once more takes a stream for each request.
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

/** Faults found before execution (unreadable body, syntax, validation) carry other codes: they pass the same seam. */
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

/** No token at all is not worth a question to the store. */
export async function authenticateOr(
  token: string,
  options: { readonly authenticate: Authenticate },
  address?: string,
): Promise<Authentication> {
  return token === '' ? { scope: null, tokenProblem: 'none' } : options.authenticate(token, address);
}
