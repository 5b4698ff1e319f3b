import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BenchWorld } from '../bench-world.ts';
import { chooseSize, type Finding, formatMs, percentile } from '../timing.ts';
import { buildBodies, findDoor, watchedTotal } from './bench-live.ts';
import { createTokens } from './create-tokens.ts';
import type { Stalling } from './stalling.ts';

export interface StalledLoad {
  readonly subscribers: number;
  readonly minutes: number;
}

/** One in this many stops reading. */
const oneOf = 20;
const subscriptions = 4;
const betweenMs = 500;
/** Longer than the interval between two reads of one site's values. */
const patienceMs = chooseSize(10_000, 60_000);
/** Maximum growth of the process in MB since all subscribers were connected. */
const growth = 100;

/** The same value under many long aliases, so that a message is large. */
const largeQuery = watchedTotal.replace(
  '{value}',
  `{${Array.from({ length: 55 }, (_, index) => `${'a'.repeat(1000)}${index}:value`).join(' ')}}`,
);

interface Told {
  readonly told: number;
  readonly paused: number;
  readonly values: number;
  readonly cutOff: number;
}

/**
 * Some of many subscribers stop reading while there is more to send than the system's buffers hold. Measures the bytes
 * buffered for them, the memory over time, and when the others have received each value.
 */
export async function benchStalled(
  world: BenchWorld,
  { subscribers, minutes }: StalledLoad,
  say: (line: string) => void,
): Promise<Finding[]> {
  const { address, organization, ingestKey } = world;
  const { serial, installation, zone } = findDoor(world);
  const stalled = Math.ceil(subscribers / oneOf);
  const workerData: Stalling = {
    address,
    query: watchedTotal,
    variables: { organization, installation, zones: [zone] },
    tokens: await createTokens(world, subscribers),
    subscribers,
    stalled,
    largeQuery,
    subscriptions,
  };
  const worker = new Worker(new URL('./stalling.ts', import.meta.url), { workerData });
  await once(worker, 'message');
  const ask = async (value: number): Promise<Told> => {
    worker.postMessage(`${value}`);
    return ((await once(worker, 'message')) as [Told])[0];
  };
  const [taken, resident]: [number[], number[]] = [[], []];
  let [full, maxWaiting, told] = [0, 0, await ask(0)];
  const end = performance.now() + minutes * 60_000;
  let minute = 0;
  for (let value = 1; performance.now() < end; value++) {
    const begin = performance.now();
    await post(address, ingestKey, buildBodies(serial, 1)[0] as string);
    for (told = await ask(value); told.told < subscribers - stalled; told = await ask(value)) {
      if (performance.now() - begin > patienceMs) throw new Error(`${told.told} were told ${value} in time`);
      await setTimeout(10);
    }
    taken.push(performance.now() - begin);
    const waiting = await waitingOf(world);
    maxWaiting = Math.max(maxWaiting, waiting.most);
    full = Math.max(full, waiting.all);
    resident.push(process.memoryUsage.rss() / 2 ** 20);
    if (performance.now() - end + minutes * 60_000 > minute * 60_000) {
      say(
        `after ${minute} min: ${Math.round(resident.at(-1) ?? 0)} MB, ${kb(waiting.all)} KB wait, ${told.paused} do not read`,
      );
      minute += 1;
    }
    await setTimeout(Math.max(0, betweenMs - (performance.now() - begin)));
  }
  await worker.terminate();
  const first = percentile(resident.slice(0, Math.ceil(resident.length / 5)), 0.5);
  const last = percentile(resident.slice(-Math.ceil(resident.length / 5)), 0.5);
  const who = `${subscribers} subscribers of whom ${stalled} stop reading`;
  return [
    {
      what: `${who}: bytes that wait for one, at most`,
      found: `${kb(maxWaiting)} KB, for all ${kb(full)} KB; ${told.cutOff} times one was cut off and came back`,
      goal: '≤ 512 KB, and some',
      isMet: maxWaiting > 0 && maxWaiting <= 512 * 1024,
    },
    {
      what: `${who}: memory in the last fifth of ${minutes} min`,
      found: `${Math.round(last)} MB, in the first ${Math.round(first)} MB`,
      goal: `≤ ${growth} MB more`,
      isMet: last - first <= growth,
    },
    {
      what: `${who}: a value posted, at all others`,
      found: `p50 ${formatMs(percentile(taken, 0.5))}, p99 ${formatMs(percentile(taken, 0.99))}, ${taken.length} values, none missed`,
      goal: '-',
      isMet: true,
    },
  ];
}

const kb = (bytes: number) => Math.round(bytes / 1024);

async function waitingOf({ platform }: BenchWorld): Promise<{ all: number; most: number }> {
  const text = await platform.metrics.getSingleMetricAsString('atrium_socket_waiting_bytes');
  const of = (what: string) => Number(new RegExp(`of="${what}"\\} (\\d+)`).exec(text)?.[1]);
  return { all: of('all'), most: of('most') };
}

async function post(address: string, ingestKey: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${ingestKey}` };
  const response = await fetch(`${address}/ingest/v1/readings`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}
