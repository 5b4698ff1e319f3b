import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dataIn } from './ask-graphql.ts';
import type { Asked, Asking } from './asking.ts';
import type { Timing } from './timing.ts';

/** Documents with their variables. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: object;
}

/** Asks over GraphQL by a thread of its own, as no customer's browser shares the thread of the product. */
export interface Asker {
  /** Asks one after the other, less often where it takes long; throws on errors. */
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
