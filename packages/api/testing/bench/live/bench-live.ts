import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type BenchWorld, timezone } from '../bench-world.ts';
import { getMidnight } from '../questions.ts';
import { chooseSize, type Finding, formatMs, percentile } from '../timing.ts';
import { createTokens } from './create-tokens.ts';
import type { Watching, WatchResult } from './watching.ts';

const rounds = chooseSize(30, 3);
const maxClients = chooseSize(1000, 60);
/** ms allowed in addition to the synced insert itself. */
const allowedMs = 4;
const maxMsForMany = 50;

export const watchedTotal = `subscription($organization:Int!,$installation:Int!,$zones:[Int!]!){
  liveMetric(organizationId:$organization,installationId:$installation,target:ZONE,entityIds:$zones,metrics:["affluenceIn"]){value}
}`;

/**
 * Measures the time from posting a reading until 1, 50 and 1000 subscribers have its value. Alternates with the
 * engine's own synced insert of one reading. Subscribers and posts run in their own thread.
 */
export async function benchLive(world: BenchWorld): Promise<Finding[]> {
  const tokens = await createTokens(world, maxClients);
  const { analytics } = world.platform;
  await analytics.command({ sql: 'CREATE TABLE bench_singles AS readings', params: {} });
  const [one, some, many] = [
    await watch(world, tokens, 1),
    await watch(world, tokens, 50),
    await watch(world, tokens, maxClients),
  ];
  await analytics.command({ sql: 'DROP TABLE bench_singles', params: {} });
  const row = (
    what: string,
    { answered, seen, inserted }: Watched,
    share: number,
    limitOf: (insert: number) => number,
  ) => {
    const taken = percentile(seen, share);
    const insert = percentile(inserted, 0.5);
    const limit = limitOf(insert);
    const rest = `p50 ${formatMs(percentile(seen, 0.5))}, p99 ${formatMs(percentile(seen, 0.99))}, the post answered after ${formatMs(percentile(answered, 0.5))}`;
    return {
      what: `a reading posted, seen by ${what}`,
      found: `${formatMs(taken)} (${rest}, a synced insert ${formatMs(insert)})`,
      goal: `≤ ${formatMs(limit)}`,
      isMet: taken <= limit,
    };
  };
  const besideInsert = (insert: number) => insert + allowedMs;
  return [
    row('1 client: p50', one, 0.5, besideInsert),
    row('50 clients: p50', some, 0.5, besideInsert),
    row(`${maxClients} clients: p95`, many, 0.95, () => maxMsForMany),
  ];
}

interface Watched extends WatchResult {
  /** ms that the engine took to insert and sync one reading, before each post. */
  readonly inserted: readonly number[];
}

/** Returns a door of the first site, and the zone that all of the site's doors lead into. */
export function findDoor({ sites }: BenchWorld) {
  const [site] = sites;
  const pad = site?.devices.find(({ kind }) => kind === 'pad');
  const zone = site?.zones.find(({ parentIds }) => parentIds.length === 0);
  if (site === undefined || pad === undefined || zone === undefined) throw new Error('no door');
  return { device: pad.id as number, serial: pad.serial, installation: site.installationId, zone: zone.id };
}

let posted = 0;
const dateThere = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
const begin = Math.max(Math.floor(Date.now() / 1000) * 1000 - 7_200_000, getMidnight(dateThere.format()));

/**
 * Returns bodies of so many posts, each with one more person at another second within the site's current day's last two
 * hours.
 */
export function buildBodies(serial: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    posted += 1;
    const at = new Date(begin + posted * 1000).toISOString();
    return JSON.stringify([{ device: serial, metric: 'affluenceIn', at, value: 1, interval: 1 }]);
  });
}

async function watch(world: BenchWorld, tokens: readonly string[], clients: number): Promise<Watched> {
  const { address, organization, ingestKey } = world;
  const { serial, installation, zone } = findDoor(world);
  const variables = { organization, installation, zones: [zone] };
  const workerData: Watching = {
    address,
    query: watchedTotal,
    variables,
    tokens,
    ingestKey,
    clients,
    bodies: buildBodies(serial, rounds),
  };
  const worker = new Worker(new URL('./watching.ts', import.meta.url), { workerData });
  const inserted: number[] = [];
  for (;;) {
    const [told] = (await once(worker, 'message')) as [WatchResult | 'turn'];
    if (told !== 'turn') {
      await worker.terminate();
      return { ...told, inserted };
    }
    inserted.push(await timeInsert(world));
    worker.postMessage('turn');
  }
}

/** Returns the ms that the engine takes to insert and sync one reading. */
async function timeInsert(world: BenchWorld): Promise<number> {
  const { device, installation } = findDoor(world);
  const { platform, organization } = world;
  const rest = { metric: 'affluenceIn', descriptors: '', visitor: '', x: -1, y: -1, value: 1, weight: 1, interval: 1 };
  const begin = performance.now();
  await platform.analytics.insert('bench_singles', [
    { ...rest, organization, installation, device, at: Date.now(), version: 1 },
  ]);
  return performance.now() - begin;
}
