import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BenchWorld } from '../bench-world.ts';
import { type Finding, ms, percentile } from '../timing.ts';
import { tokensFor } from './viewers.ts';
import type { Seen, Watching } from './watching.ts';

const rounds = 30;
/** Beside the synced insert itself. */
const allowedMs = 4;
const mostOfMany = 50;

export const watchedTotal = `subscription($organization:Int!,$installation:Int!,$zones:[Int!]!){
  liveMetric(organizationId:$organization,installationId:$installation,target:ZONE,entityIds:$zones,metrics:["affluenceIn"]){value}
}`;

/**
 * From the moment a reading is posted to the moment its value is at those who watch, for 1, 50 and 1000 of them, beside
 * the engine's own synced insert of one reading. Those who watch and post have a thread of their own.
 */
export async function benchLive(world: BenchWorld): Promise<Finding[]> {
  const tokens = await tokensFor(world, 1000);
  const insert = percentile(await insertTimes(world), 0.5);
  const [one, some, many] = [
    await watch(world, tokens, 1),
    await watch(world, tokens, 50),
    await watch(world, tokens, 1000),
  ];
  const row = (what: string, { answered, seen }: Seen, share: number, limit: number) => {
    const taken = percentile(seen, share);
    const rest = `p50 ${ms(percentile(seen, 0.5))}, p99 ${ms(percentile(seen, 0.99))}, the post answered after ${ms(percentile(answered, 0.5))}`;
    return {
      what: `a reading posted, seen by ${what}`,
      found: `${ms(taken)} (${rest}, a synced insert ${ms(insert)})`,
      goal: `≤ ${ms(limit)}`,
      isMet: taken <= limit,
    };
  };
  return [
    row('1 client: p50', one, 0.5, insert + allowedMs),
    row('50 clients: p50', some, 0.5, insert + allowedMs),
    row('1000 clients: p95', many, 0.95, mostOfMany),
  ];
}

/** A door of the first site, and the zone all of the site's doors lead into. */
export function doorOf({ sites }: BenchWorld) {
  const [site] = sites;
  const pad = site?.devices.find(({ kind }) => kind === 'pad');
  const zone = site?.zones.find(({ parentIds }) => parentIds.length === 0);
  if (site === undefined || pad === undefined || zone === undefined) throw new Error('no door');
  return { device: pad.id as number, serial: pad.serial, installation: site.installationId, zone: zone.id };
}

let posted = 0;
const begin = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;

/** So many posts, each of one more person at another second of the last two hours. */
export function bodiesFrom(serial: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    posted += 1;
    const at = new Date(begin + posted * 1000).toISOString();
    return JSON.stringify([{ device: serial, metric: 'affluenceIn', at, value: 1, interval: 1 }]);
  });
}

async function watch(world: BenchWorld, tokens: readonly string[], clients: number): Promise<Seen> {
  const { address, organization, ingestKey } = world;
  const { serial, installation, zone } = doorOf(world);
  const variables = { organization, installation, zones: [zone] };
  const workerData: Watching = {
    address,
    query: watchedTotal,
    variables,
    tokens,
    ingestKey,
    clients,
    bodies: bodiesFrom(serial, rounds),
  };
  const worker = new Worker(new URL('./watching.ts', import.meta.url), { workerData });
  const [seen] = (await once(worker, 'message')) as [Seen];
  await worker.terminate();
  return seen;
}

/** ms that the engine takes to have one reading on disk, now and then one. */
async function insertTimes({ platform, organization, sites }: BenchWorld): Promise<number[]> {
  const { analytics } = platform;
  const { device, installation } = doorOf({ sites } as BenchWorld);
  await analytics.command({ sql: 'CREATE TABLE bench_singles AS readings', params: {} });
  const rest = { metric: 'affluenceIn', descriptors: '', visitor: '', x: -1, y: -1, value: 1, weight: 1, interval: 1 };
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await setTimeout(100);
    const begin = performance.now();
    await analytics.insert('bench_singles', [
      { ...rest, organization, installation, device, at: Date.now(), version: 1 },
    ]);
    taken.push(performance.now() - begin);
  }
  await analytics.command({ sql: 'DROP TABLE bench_singles', params: {} });
  return taken;
}
