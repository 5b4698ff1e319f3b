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
  const worker = new Worker(new URL('./asking.ts', import.meta.url), {
    workerData: { address, token } satisfies ClientOptions,
  });
  return {
    async ask(requests) {
      worker.postMessage(requests.map((request) => JSON.stringify(request)));
      const [{ timing, texts }] = (await once(worker, 'message')) as [ClientResult];
      return { timing, data: texts.map(parseData) };
    },
    close: () => worker.terminate(),
  };
}
