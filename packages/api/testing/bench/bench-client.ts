import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ClientOptions, ClientResult } from './asking.ts';
import { parseData } from './query-graphql.ts';
import type { Timing } from './timing.ts';

/** GraphQL documents with their variables. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: object;
}

/** Client that sends GraphQL queries from its own thread, since real clients do not share the server's thread. */
export interface BenchClient {
  /** Sends requests one after the other, fewer when they are slow; throws on errors. */
  ask(
    requests: readonly GraphqlRequest[],
  ): Promise<{ readonly timing: Timing; readonly data: readonly Record<string, unknown>[] }>;
  close(): Promise<unknown>;
}

export function openBenchClient({ address, token }: ClientOptions): BenchClient {
  const { post, close } = openPostClient({ address, token });
  return {
    async ask(requests) {
      const { timing, texts } = await post(requests);
      return { timing, data: texts.map(parseData) };
    },
    close,
  };
}

/** Opens a client that posts JSON to a path, from its own thread. */
export function openPostClient(options: ClientOptions) {
  const { address, token, path } = options;
  const worker = new Worker(new URL('./asking.ts', import.meta.url), {
    workerData: { address, token, ...(path !== undefined && { path }) } satisfies ClientOptions,
  });
  return {
    /** Sends bodies one after the other, fewer when they are slow. Returns the text of each answer. */
    async post(bodies: readonly object[]): Promise<ClientResult> {
      worker.postMessage(bodies.map((body) => JSON.stringify(body)));
      const [result] = (await once(worker, 'message')) as [ClientResult];
      return result;
    },
    close: () => worker.terminate(),
  };
}
