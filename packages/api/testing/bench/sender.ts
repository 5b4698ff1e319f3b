import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { buildPost, PostConnection } from './post-connection.ts';

/**
 * Posts and their schedule: as fast as the connections allow, or at a steady rate. Each body has `readings` readings.
 */
export interface Sending {
  readonly address: string;
  readonly ingestKey: string;
  readonly bodies: readonly string[];
  readonly readings: number;
  readonly connections: number;
  readonly perSecond: number | null;
}

/** In ms: from the first post to the last answer, and each answer's time since its post was due. */
export interface SentInTime {
  readonly total: number;
  readonly answers: readonly number[];
}

const { address, ingestKey, bodies, readings, connections, perSecond } = workerData as Sending;
const url = new URL('/ingest/v1/readings', address);

async function post(line: PostConnection, bytes: Buffer): Promise<void> {
  const { status, body } = await line.post(bytes);
  if (status !== 200 || JSON.parse(body).accepted !== readings) throw new Error(`${status}: ${body}`);
}

/** Sends over all connections; each sends its next post after an answer. */
async function sendAll(lines: readonly PostConnection[], posts: readonly Buffer[]): Promise<SentInTime> {
  const answers: number[] = [];
  let next = 0;
  const begin = performance.now();
  const lane = async (line: PostConnection) => {
    while (next < posts.length) {
      const from = performance.now();
      await post(line, posts[next++] as Buffer);
      answers.push(performance.now() - from);
    }
  };
  await Promise.all(lines.map(lane));
  return { total: performance.now() - begin, answers };
}

/**
 * Sends at a steady rate, whether earlier posts are answered or not; a post waits if no connection is free. A late post
 * is measured from its due time.
 */
async function sendSteadily(
  lines: readonly PostConnection[],
  posts: readonly Buffer[],
  rate: number,
): Promise<SentInTime> {
  const answers: number[] = [];
  const waiting: { readonly bytes: Buffer; readonly due: number }[] = [];
  const free = [...lines];
  const begin = performance.now();
  const lane = async (line: PostConnection) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await post(line, next.bytes);
      answers.push(performance.now() - next.due);
    }
    free.push(line);
  };
  const lanes: Promise<void>[] = [];
  for (const [index, bytes] of posts.entries()) {
    const due = begin + (index / rate) * 1000;
    while (performance.now() < due) await setTimeout(1);
    waiting.push({ bytes, due });
    const line = free.shift();
    if (line !== undefined) lanes.push(lane(line));
  }
  await Promise.all(lanes);
  return { total: performance.now() - begin, answers };
}

/** Connections are opened before the first post is due, like those of real gateways. */
const lines = await Promise.all(Array.from({ length: connections }, () => PostConnection.open(address)));
const posts = bodies.map((body) => buildPost(url, ingestKey, body));
parentPort?.postMessage(await (perSecond === null ? sendAll(lines, posts) : sendSteadily(lines, posts, perSecond)));
for (const line of lines) line.close();
