import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { WebSocket } from 'ws';
import { openLiveSocket, type Subscribing } from './live-socket.ts';

/** Subscribers, and the large subscription of those that stop reading. */
export interface Stalling extends Subscribing {
  readonly tokens: readonly string[];
  readonly subscribers: number;
  readonly stalled: number;
  readonly largeQuery: string;
  /** Subscriptions of each subscriber that stops reading. */
  readonly subscriptions: number;
}

/** Sockets that have not authenticated yet count against their address's limit. */
const openedAtOnce = 40;
/**
 * ms after which a stalled subscriber reads again to notice that it was cut off: longer than the server waits for a
 * pong.
 */
const stallMs = 30_000;
/** ms until it reconnects. */
const againMs = 500;

const stalling = workerData as Stalling;
const latest: string[] = [];
const counts = { values: 0, cutOff: 0 };
const paused = new Set<WebSocket>();

const tokenOf = (index: number) => stalling.tokens[index % stalling.tokens.length] as string;

/** Returns the value in a message without parsing the rest. */
const valueIn = (text: string) => /"value":(-?[\d.]+|null)/.exec(text)?.[1] ?? '';

/** Reads everything; the parent asks for the latest value. */
async function read(index: number): Promise<void> {
  await openLiveSocket(stalling, tokenOf(index), (text) => {
    latest[index] = valueIn(text);
    counts.values += 1;
  });
}

/** Reads the first values and then stops; reconnects whenever it is cut off. */
async function stall(index: number): Promise<void> {
  const subscribing = { ...stalling, query: stalling.largeQuery };
  let left = stalling.subscriptions;
  const socket = await openLiveSocket(
    subscribing,
    tokenOf(index),
    () => {
      left -= 1;
      if (left > 0) return;
      socket.pause();
      paused.add(socket);
      void setTimeout(stallMs).then(() => socket.resume());
    },
    stalling.subscriptions,
  );
  socket.on('error', () => {});
  socket.once('close', async () => {
    counts.cutOff += 1;
    paused.delete(socket);
    await setTimeout(againMs);
    stall(index).catch(() => {});
  });
}

async function openAll(): Promise<void> {
  const { subscribers, stalled } = stalling;
  for (let begin = 0; begin < subscribers; begin += openedAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(openedAtOnce, subscribers - begin) }, (_, index) =>
        begin + index < stalled ? stall(begin + index) : read(begin + index),
      ),
    );
}

/** Number of reading subscribers whose latest value is this one. */
parentPort?.on('message', (value: string) => {
  const told = latest.slice(stalling.stalled).filter((one) => one === value).length;
  parentPort?.postMessage({ told, paused: paused.size, ...counts });
});

await openAll();
parentPort?.postMessage('open');
