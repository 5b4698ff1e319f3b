import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { buildPost, PostConnection } from '../post-connection.ts';

/** Device posts of one reading each, at a steady rate whether earlier posts are answered or not. */
export interface Posting {
  readonly address: string;
  readonly ingestKey: string;
  readonly serials: readonly string[];
  readonly perSecond: number;
  /** Maximum number of connections; further posts wait for a free one. */
  readonly gateways: number;
  /** ms to wait for outstanding posts at the end. */
  readonly patienceMs: number;
}

/** Outcome of each post, and ms since it was due. */
export type Posted = readonly (readonly [how: string, taken: number])[];

/**
 * Posts until `over` resolves, from its own thread, so that other bench work does not delay posts. A gateway opens its
 * connection when it has something to send, as after a restart of the product.
 */
export async function postSteadily(posting: Posting, over: Promise<unknown>): Promise<Posted> {
  const worker = new Worker(new URL(import.meta.url), { workerData: posting });
  void over.then(() => worker.postMessage('over'));
  const [posted] = (await once(worker, 'message')) as [Posted];
  await worker.terminate();
  return posted;
}

/** Runs in the worker thread. */
async function post({ address, ingestKey, serials, perSecond, gateways, patienceMs }: Posting): Promise<Posted> {
  const url = new URL('/ingest/v1/readings', address);
  const posted: [how: string, taken: number][] = [];
  const free: PostConnection[] = [];
  const waiting: (() => void)[] = [];
  let open = 0;
  const lineFor = async (): Promise<PostConnection> => {
    for (let line = free.pop(); line !== undefined; line = free.pop()) {
      if (!line.isClosed) return line;
      open -= 1;
    }
    if (open < gateways) {
      open += 1;
      return PostConnection.connect(address);
    }
    await new Promise<void>((resume) => waiting.push(resume));
    return lineFor();
  };
  const send = async (index: number): Promise<string> => {
    const body = { device: serials[index % serials.length], metric: 'affluenceIn', value: 1, interval: 0 };
    const at = new Date().toISOString();
    try {
      const line = await lineFor();
      const { status } = await line.post(buildPost(url, ingestKey, JSON.stringify([{ ...body, at }])));
      free.push(line);
      return status === 200 ? 'answered' : `${status}`;
    } catch (error) {
      open -= 1;
      return (error as { code?: string }).code ?? 'failed';
    } finally {
      waiting.shift()?.();
    }
  };
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  const begin = performance.now();
  const answers: Promise<void>[] = [];
  while (!isOver) {
    const due = begin + (answers.length / perSecond) * 1000;
    if (performance.now() < due) await delay(1);
    else {
      const one = send(answers.length).then((how) => void posted.push([how, performance.now() - due]));
      answers.push(one);
    }
  }
  await Promise.race([Promise.all(answers), delay(patienceMs)]);
  const unanswered = answers.length - posted.length;
  return [...posted, ...Array.from({ length: unanswered }, () => ['unanswered', patienceMs] as const)];
}

if (!isMainThread && workerData !== null) parentPort?.postMessage(await post(workerData as Posting));
