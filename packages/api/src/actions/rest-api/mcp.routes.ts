import { type Failure, failure } from '@atrium/domain/core';
import { describeMissingScope } from '@atrium/domain/people/access';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeyRateLimiter } from '../../numbers/index.ts';
import type { VerifiedKey } from '../../people/access/index.ts';
import { createBodyCheck, createSchemaCompilers, toLocalSchema } from './check-inputs.ts';
import type { McpTool } from './mcp-tools.ts';
import { sendProblem } from './problem.ts';
import {
  answerError,
  authenticate,
  createDeadline,
  type RestEdge,
  requestRates,
  spendCost,
} from './rest-api.routes.ts';

export interface McpEdge extends RestEdge {
  /** The product's origin. */
  readonly origin: string;
  readonly version: string;
}

/** Versions of the protocol, the newest first. */
const protocolVersions = ['2025-06-18', '2025-03-26'] as const;

const maxBodyBytes = 100_000;

interface Message {
  readonly id?: string | number | null;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown; readonly protocolVersion?: unknown };
}

/** Codes of JSON-RPC. */
const parseError = -32_700;
const invalidRequest = -32_600;
const methodNotFound = -32_601;
const invalidParams = -32_602;

/**
 * Registers the Model Context Protocol at `/mcp`, by Streamable HTTP: one JSON-RPC message in, one JSON answer out. It
 * has no sessions and sends nothing by itself, so any process can answer any request.
 */
export function registerMcp(fastify: FastifyInstance, tools: readonly McpTool[], edge: McpEdge): void {
  const limiter = new KeyRateLimiter(edge.clock, requestRates);
  const compilers = createSchemaCompilers();
  const served = new Map(tools.map((tool) => [tool.name, { tool, check: createBodyCheck(tool.input, compilers) }]));
  fastify.register(async (scoped) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_, body, done) =>
      done(null, body),
    );
    scoped.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply, edge));
    scoped.route({
      method: 'POST',
      url: '/mcp',
      config: { accepts: 'a JSON-RPC message of the Model Context Protocol and a bearer token' },
      bodyLimit: maxBodyBytes,
      onRequest: async (request, reply) => {
        // A page of another origin must not reach a server in the visitor's network.
        if (request.headers.origin !== undefined && request.headers.origin !== edge.origin)
          return sendProblem(reply, failure('FORBIDDEN', 'Pages of other origins are not answered.'));
        const token = await authenticate(request, edge);
        if (!token.ok) return sendProblem(reply, token.error);
        const retryAfter = limiter.takeRequest(token.value.keyId);
        if (retryAfter > 0)
          return sendProblem(reply, { ...failure('RATE_LIMITED', 'Too many requests with this token.'), retryAfter });
        request.restToken = token.value;
        return undefined;
      },
      handler: (request, reply) => answer(request, reply, served, edge),
    });
  });
}

type Served = ReadonlyMap<string, { readonly tool: McpTool; readonly check: ReturnType<typeof createBodyCheck> }>;

async function answer(request: FastifyRequest, reply: FastifyReply, served: Served, edge: McpEdge) {
  const token = request.restToken;
  if (token === undefined) throw new Error('a request without a token passed');
  reply.header('cache-control', 'no-store');
  const message = parseMessage(request.body);
  if (message === null) return sendError(reply, null, parseError, 'The body is no JSON-RPC message.');
  const { id, method, params = {} } = message;
  if (typeof method !== 'string') return sendError(reply, id ?? null, invalidRequest, 'A message needs a method.');
  // Notifications are not answered.
  if (id === undefined) return reply.code(202).send();
  if (method === 'initialize') return send(reply, id, describeServer(params.protocolVersion, edge.version));
  if (method === 'ping') return send(reply, id, {});
  if (method === 'tools/list') return send(reply, id, { tools: listTools(served, token) });
  if (method !== 'tools/call') return sendError(reply, id, methodNotFound, 'There is no such method.');
  const found = served.get(String(params.name));
  if (found === undefined) return sendError(reply, id, invalidParams, 'There is no such tool.');
  return send(reply, id, await callTool(found, params.arguments ?? {}, token, reply, edge));
}

function parseMessage(body: unknown): Message | null {
  try {
    const parsed: unknown = JSON.parse(String(body));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject && (parsed as { readonly jsonrpc?: unknown }).jsonrpc === '2.0' ? (parsed as Message) : null;
  } catch {
    return null;
  }
}

const describeServer = (asked: unknown, version: string) => ({
  protocolVersion: protocolVersions.find((one) => one === asked) ?? protocolVersions[0],
  capabilities: { tools: {} },
  serverInfo: { name: 'atrium', title: 'Atrium', version },
  instructions:
    'Numbers of sites. Days are the own days of each site. A value that is not known is null with its state, never 0: ' +
    'say that it is not known. Name the unit, mention a coverage below 0.95, and give the link.',
});

/** Lists the tools that the token may call. */
const listTools = (served: Served, { scopes }: VerifiedKey) =>
  [...served.values()].flatMap(({ tool: { name, description, scope, input } }) =>
    scopes.includes(scope)
      ? [{ name, description, inputSchema: toLocalSchema(input), annotations: { readOnlyHint: true } }]
      : [],
  );

async function callTool(
  { tool, check }: { readonly tool: McpTool; readonly check: ReturnType<typeof createBodyCheck> },
  input: unknown,
  token: VerifiedKey,
  reply: FastifyReply,
  edge: McpEdge,
) {
  if (!token.scopes.includes(tool.scope))
    return toRefusal(failure('FORBIDDEN', describeMissingScope(token.scopes, tool.scope, token.withheld)));
  const problem = check(input);
  if (problem !== null) return toRefusal(problem);
  const refusal = await spendCost((sizes) => tool.cost(input as never, sizes), token.scope, edge);
  if (refusal !== null) return toRefusal(refusal);
  const result = await tool.handle(input as never, { token, signal: createDeadline(reply) });
  if (!result.ok) return toRefusal(result.error);
  return { content: [{ type: 'text', text: JSON.stringify(result.value) }], structuredContent: result.value };
}

/** A refused call is an answer that the assistant reads and can correct. */
const toRefusal = ({ code, message, field, retryAfter }: Failure) => ({
  content: [{ type: 'text', text: JSON.stringify({ code, message, field, retryAfter }) }],
  isError: true,
});

const send = (reply: FastifyReply, id: Message['id'], result: object) =>
  reply.type('application/json').send(JSON.stringify({ jsonrpc: '2.0', id, result }));

const sendError = (reply: FastifyReply, id: Message['id'], code: number, message: string) =>
  reply.type('application/json').send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
