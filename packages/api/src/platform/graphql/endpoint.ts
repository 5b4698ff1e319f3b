import { type Clock, errorCodes } from '@atrium/domain/core';
import { type ExecutionResult, type GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Registry } from 'prom-client';
import type { GetClientAddress } from '../addresses/ip-address.ts';
import type { TokenStorage } from '../http/token-storage.ts';
import { traceDocuments } from '../telemetry/trace-requests.ts';
import type { Scope } from '../tenancy/index.ts';
import type { Authenticate, Authentication, GraphqlContext } from './context.ts';
import type { CostBudgets } from './cost/cost-budgets.ts';
import { type CostOptions, createCostPlugin } from './cost/cost-plugin.ts';
import { createErrorMask, type ErrorLog, getRetryAfter } from './errors.ts';
import { createLimitPlugins } from './limits.ts';
import { reopenOnAccessChange } from './sockets/reopen-on-access-change.ts';
import type { AccessChanges, SessionWatches } from './sockets/session-watches.ts';
import { shareEvents } from './sockets/share-events.ts';
import type { SocketLimits } from './sockets/socket-slots.ts';
import { restrictFormsToUploads } from './uploads.ts';

/** Called when a signed-in user requests an operation that their rights do not cover, with its name in the schema. */
export type OnRefused = (scope: Scope, operation: string) => void;

/** Reports each refused operation, over requests and sockets alike. */
function reportRefusals(onRefused: OnRefused): Plugin<GraphqlContext> {
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

/** Threshold in ms for logging a document. Nearly all pages take a tenth of it. */
const slowMs = 2000;

/**
 * Logs slow documents with their schema fields and organization. Aliases and values belong to the caller and are not
 * logged.
 */
function logSlowDocuments(
  log: Pick<ErrorLog, 'warn'>,
  now: () => number = () => performance.now(),
): Plugin<GraphqlContext> {
  return {
    onExecute({ args }) {
      const begun = now();
      return {
        onExecuteDone() {
          const ms = Math.round(now() - begun);
          if (ms < slowMs) return;
          const { scope } = args.contextValue;
          const operation = getOperationAST(args.document, args.operationName ?? undefined);
          const fields = (operation?.selectionSet.selections ?? []).flatMap((each) =>
            each.kind === 'Field' ? [each.name.value] : [],
          );
          log.warn(
            {
              ms,
              fields: [...new Set(fields)].join(','),
              asked: fields.length,
              organization: scope?.organizationId ?? null,
            },
            'a document took long',
          );
        },
      };
    },
  };
}

export interface GraphqlEdgeOptions extends CostOptions {
  readonly main: GraphQLSchema;
  readonly hub: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly addressOf: GetClientAddress;
  /** Budgets of callers, shared with other endpoints. */
  readonly spending?: CostBudgets;
  /** Token storage of callers; default: in pages. */
  readonly keeping?: TokenStorage;
  /** Changes of access that affect open subscriptions. */
  readonly accessChanges: AccessChanges;
  /** Origins whose pages may call: `getProductOrigins(config)`, plus the development server's. */
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
