import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dataIn } from './ask-graphql.ts';
import type { Asked, Asking } from './asking.ts';
import type { Timing } from './timing.ts';

/** GraphQL documents with their variables. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: object;
}

/** Client that sends GraphQL queries from its own thread, since real clients do not share the server's thread. */
export interface Asker {
  /** Sends requests one after the other, fewer when they are slow; throws on errors. */
  ask(
    requests: readonly GraphqlRequest[],
  ): Promise<{ readonly timing: Timing; readonly data: readonly Record<string, unknown>[] }>;
  close(): Promise<unknown>;
}

export function openAsker({ address, token }: Asking): Asker {
  const worker = new Worker(new URL('./asking.ts', import.meta.url), {
    workerData: { address, token } satisfies Asking,
  });
  return {
    async ask(requests) {
      worker.postMessage(requests.map((request) => JSON.stringify(request)));
      const [{ timing, texts }] = (await once(worker, 'message')) as [Asked];
      return { timing, data: texts.map(dataIn) };
    },
    close: () => worker.terminate(),
  };
}
