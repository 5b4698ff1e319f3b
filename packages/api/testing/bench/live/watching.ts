import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { buildPost, PostConnection } from '../post-connection.ts';
import { openLiveSocket, type Subscribing } from './live-socket.ts';

/** Subscribers, and the posts that change the value. */
export interface Watching extends Subscribing {
  readonly tokens: readonly string[];
  readonly ingestKey: string;
  readonly clients: number;
  /** Posted one after the other. */
  readonly bodies: readonly string[];
}

/**
 * ms since the reading was posted, over all rounds: until the post was answered, and until each client had the value.
 */
export interface WatchResult {
  readonly answered: readonly number[];
  readonly seen: readonly number[];
}

/** Longer than the interval between two reads of one site's values. */
const betweenMs = 260;
const patienceMs = 60_000;
/** Sockets that have not authenticated yet count against their address's limit. */
const openedAtOnce = 40;

const watching = workerData as Watching;
let count = 0;
let postedAt = 0;
const seen: number[] = [];

const onValue = () => {
  count += 1;
  if (postedAt > 0) seen.push(performance.now() - postedAt);
};

async function openAll(): Promise<void> {
  const { clients, tokens } = watching;
  for (let begin = 0; begin < clients; begin += openedAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(openedAtOnce, clients - begin) }, (_, index) =>
        openLiveSocket(watching, tokens[(begin + index) % tokens.length] as string, onValue),
      ),
    );
  await allSeen();
}

async function allSeen(): Promise<void> {
  const end = performance.now() + patienceMs;
  while (count < watching.clients) {
    if (performance.now() > end) throw new Error(`no live value came to ${watching.clients - count} clients`);
    await setTimeout(1);
  }
}

/** Before each post, the parent, which has the engine, measures the insert that the post is compared with. */
async function waitForParent(): Promise<void> {
  parentPort?.postMessage('turn');
  await once(parentPort as MessagePort, 'message');
}

async function watch(): Promise<WatchResult> {
  const { address, ingestKey, bodies } = watching;
  const url = new URL('/ingest/v1/readings', address);
  const answered: number[] = [];
  await openAll();
  // Bytes are prepared in advance, because the client's work is not measured.
  const line = await PostConnection.open(address);
  for (const bytes of bodies.map((body) => buildPost(url, ingestKey, body))) {
    await setTimeout(betweenMs);
    await waitForParent();
    await setTimeout(betweenMs);
    count = 0;
    postedAt = performance.now();
    const answer = line.post(bytes).then(({ status }) => {
      if (status !== 200) throw new Error(`${status}`);
      return performance.now() - postedAt;
    });
    await allSeen();
    answered.push(await answer);
  }
  line.close();
  return { answered, seen };
}

parentPort?.postMessage(await watch());
