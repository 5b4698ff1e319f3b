import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { WebSocket } from 'ws';
import { openLiveSocket, type Subscribing } from './live-socket.ts';

/** Who watches, and what those who stop reading watch, which is large. */
export interface Stalling extends Subscribing {
  readonly tokens: readonly string[];
  readonly subscribers: number;
  readonly stalled: number;
  readonly largeQuery: string;
  /** Subscriptions of each that stops reading. */
  readonly subscriptions: number;
}

/** Sockets that have not said yet whose they are count as their address's. */
const openedAtOnce = 40;
/** ms after which whoever stopped reading looks whether they were cut off: longer than the server waits for a sign of life. */
const stallMs = 30_000;
/** ms after which they come back then. */
const againMs = 500;

const stalling = workerData as Stalling;
const latest: string[] = [];
const counts = { values: 0, cutOff: 0 };
const paused = new Set<WebSocket>();

const tokenOf = (index: number) => stalling.tokens[index % stalling.tokens.length] as string;

/** The value in a message, without reading the rest of it. */
const valueIn = (text: string) => /"value":(-?[\d.]+|null)/.exec(text)?.[1] ?? '';

/** Reads everything; what was told last is looked at when the parent asks. */
async function read(index: number): Promise<void> {
  await openLiveSocket(stalling, tokenOf(index), (text) => {
    latest[index] = valueIn(text);
    counts.values += 1;
  });
}

/** Reads the first values, then nothing more; comes back whenever it is cut off. */
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

/** How many of those who read were told this value last. */
parentPort?.on('message', (value: string) => {
  const told = latest.slice(stalling.stalled).filter((one) => one === value).length;
  parentPort?.postMessage({ told, paused: paused.size, ...counts });
});

await openAll();
parentPort?.postMessage('open');
