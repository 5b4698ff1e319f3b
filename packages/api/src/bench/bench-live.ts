import { setTimeout } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { BenchWorld } from './bench-world.ts';
import { type Finding, ms, percentile } from './timing.ts';

const rounds = 20;
/** Longer than the pause between two looks at one site's values. */
const betweenMs = 400;
const patienceMs = 60_000;

const watching = `subscription($organization:Int!,$installation:Int!,$zones:[Int!]!){
  liveMetric(organizationId:$organization,installationId:$installation,target:ZONE,entityIds:$zones,metrics:["affluenceIn"]){value}
}`;

/** From the moment a reading is posted to the moment its value is at those who watch, for 1, 50 and 1000 of them. */
export async function benchLive(world: BenchWorld): Promise<Finding[]> {
  const door = doorOf(world);
  const one = await latencies(world, door, 1);
  const some = await latencies(world, door, 50);
  const many = await latencies(world, door, 1000);
  const [half, halfOfSome, mostOfMany] = [percentile(one, 0.5), percentile(some, 0.5), percentile(many, 0.95)];
  const row = (what: string, taken: number, limit: number, more = '') => ({
    what: `a reading posted, seen by ${what}`,
    found: `${ms(taken)}${more}`,
    goal: `≤ ${limit} ms`,
    isMet: taken <= limit,
  });
  return [
    row('1 client: p50', half, 5),
    row('50 clients: p50', halfOfSome, 5, `, p99 ${ms(percentile(some, 0.99))}`),
    row('1000 clients: p95', mostOfMany, 100),
  ];
}

interface Door {
  readonly serial: string;
  readonly installation: number;
  readonly zone: number;
}

/** A door of the first site, and the zone all of the site's doors lead into. */
function doorOf({ sites }: BenchWorld): Door {
  const [site] = sites;
  const pad = site?.devices.find(({ kind }) => kind === 'pad');
  const zone = site?.zones.find(({ parentIds }) => parentIds.length === 0);
  if (site === undefined || pad === undefined || zone === undefined) throw new Error('no door');
  return { serial: pad.serial, installation: site.installationId, zone: zone.id };
}

/** ms that each client waited, in each round. */
async function latencies(world: BenchWorld, door: Door, count: number): Promise<number[]> {
  let seen = 0;
  const taken: number[] = [];
  let postedAt = 0;
  const clients = Array.from({ length: count }, () =>
    watch(world, door, () => {
      seen += 1;
      if (postedAt > 0) taken.push(performance.now() - postedAt);
    }),
  );
  try {
    await until(() => seen >= count);
    for (let round = 0; round < rounds; round++) {
      await setTimeout(betweenMs);
      seen = 0;
      postedAt = performance.now();
      await post(world, door);
      await until(() => seen >= count);
    }
  } finally {
    await Promise.all(clients.map((client) => client.dispose()));
  }
  return taken;
}

function watch({ address, token, organization }: BenchWorld, door: Door, onValue: () => void): Client {
  const client = createClient({
    url: `${address.replace('http', 'ws')}/v2/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token },
  });
  const variables = { organization, installation: door.installation, zones: [door.zone] };
  const fail = (error: unknown) => {
    throw error;
  };
  client.subscribe(
    { query: watching, variables },
    {
      next: ({ errors }) => (errors === undefined ? onValue() : fail(errors[0])),
      error: fail,
      complete: () => {},
    },
  );
  return client;
}

let posted = 0;

/** One more person, just now. */
async function post({ address, ingestKey }: BenchWorld, { serial }: Door): Promise<void> {
  posted += 1;
  const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 100_000 + posted * 1000).toISOString();
  const response = await fetch(`${address}/ingest/v1/readings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ingestKey}` },
    body: JSON.stringify([{ device: serial, metric: 'affluenceIn', at, value: 1, interval: 1 }]),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

async function until(isDone: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isDone()) {
    if (performance.now() > end) throw new Error('no live value came');
    await setTimeout(1);
  }
}
