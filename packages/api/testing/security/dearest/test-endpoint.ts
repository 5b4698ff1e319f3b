import fastify from 'fastify';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { subscribeToAccessChanges } from '../../../src/app/access-changes.ts';
import type { Sizes } from '../../../src/platform/graphql/cost/declared-cost.ts';
import { mountGraphql } from '../../../src/platform/graphql/edge.ts';
import type { World } from '../world/test-world.ts';
import type { DocumentRequest } from './document.ts';

/** Endpoints of the product for one user. */
export interface TestEndpoint {
  /** Sends a document like the web application, to one of the two endpoints. */
  post(
    sent: DocumentRequest,
    path?: '/v2/graphql' | '/hub/graphql',
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** Opens all subscriptions over one socket; returns the first message of each: a value or an error. */
  listen(documents: readonly DocumentRequest[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface DoorParts {
  readonly world: World;
  readonly token: string;
  readonly sizesOf: () => Promise<Sizes>;
  readonly onFault: (fault: unknown) => void;
}

/** Starts the endpoints with unspent budgets. */
export async function openTestEndpoint({ world, token, sizesOf, onFault }: DoorParts): Promise<TestEndpoint> {
  const server = fastify({ forceCloseConnections: true });
  mountGraphql(server, {
    ...world.schemas,
    authenticate: world.access.authenticate,
    sizesOf,
    addressOf: () => '127.0.0.1',
    accessChanges: subscribeToAccessChanges(world.services.provisioning.bus),
    allowedOrigins: [],
    introspection: false,
    clock: world.clock,
    log: { error: (fields, message) => onFault({ ...fields, message }), warn: () => {} },
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    async post(sent, path = '/v2/graphql') {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(sent),
      });
      return { status: answer.status, text: await answer.text() };
    },
    async listen(documents) {
      const client = createClient({
        url: `${url.replace('http', 'ws')}/v2/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { token },
        retryAttempts: 0,
      });
      const first = (sent: DocumentRequest) =>
        new Promise<string>((told) => {
          client.subscribe(
            { query: sent.query, variables: { ...sent.variables } },
            {
              next: (value) => told(JSON.stringify(value)),
              error: (error) => told(JSON.stringify(error)),
              complete: () => told('completed'),
            },
          );
        });
      const words = await Promise.all(documents.map(first));
      await client.dispose();
      return words;
    },
    close: () => server.close(),
  };
}
