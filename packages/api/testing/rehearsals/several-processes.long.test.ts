import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { hasNats } from '../../src/platform/testing/servers/nats-server.ts';
import type { startGateways } from './testing/gateways.ts';
import { hasNetworks } from './testing/network-namespace.ts';
import { getRepeats, isLong } from './testing/repeats.ts';
import { createServersHall, type Member } from './testing/servers-hall.ts';

type Hall = Awaited<ReturnType<typeof createServersHall>>;
type Gateways = ReturnType<typeof startGateways>;

/** Running installation: two workers that share the sites, and a web process. */
interface Installation {
  readonly hall: Hall;
  readonly gateways: Gateways;
  workers: readonly [Member, Member];
  web: Member;
}

const patience = { timeout: 60_000, interval: 100 };
let made = 0;
const aWorker = (hall: Hall) => hall.start('worker', `worker-${made++}`);
const hasEnded = ({ child }: Member) => child.exitCode !== null || child.signalCode !== null;

async function installation(): Promise<Installation> {
  const hall = await createServersHall();
  // The first one sets up the stores and becomes the leader.
  const first = await aWorker(hall);
  const [second, web] = await Promise.all([aWorker(hall), hall.start('web', 'web')]);
  return { hall, workers: [first, second], web, gateways: hall.gateways() };
}

/** Replaces a worker that has ended or is stopped here. */
async function replace(all: Installation, worker: Member): Promise<void> {
  if (!hasEnded(worker)) await worker.stop();
  const [first, second] = all.workers;
  await all.gateways.more(5);
  all.workers = [worker === first ? second : first, await aWorker(all.hall)];
  await all.gateways.more(5);
}

/** A former leader that finds another one ends by itself. */
const isReady = (one: Member) =>
  vi.waitFor(async () => expect(hasEnded(one) || (await one.isReady())).toBe(true), patience);

interface Disturbance {
  readonly name: string;
  readonly times: number;
  disturb(all: Installation, round: number): Promise<void>;
}

const disturbances: readonly Disturbance[] = [
  {
    name: 'NATS killed',
    times: 20,
    async disturb({ hall, gateways, web }, round) {
      await hall.nats.stop();
      await delay(500 + (round % 4) * 3000);
      await hall.nats.start();
      await isReady(web);
      await gateways.more(5);
    },
  },
  {
    name: 'PostgreSQL away',
    times: 12,
    async disturb(all, round) {
      await all.hall.withoutDatabase(500 + (round % 4) * 3000);
      for (const one of [...all.workers, all.web]) await isReady(one);
      await all.gateways.more(10);
      for (const worker of all.workers) if (hasEnded(worker)) await replace(all, worker);
    },
  },
  {
    name: 'rolling restart',
    times: 10,
    async disturb(all) {
      const { web } = all;
      all.web = await all.hall.start('web', `web-${made++}`);
      await web.stop();
      for (const worker of isLong ? all.workers : all.workers.slice(0, 1)) await replace(all, worker);
    },
  },
  {
    name: 'worker paused and forgotten',
    times: 12,
    async disturb(all, round) {
      const paused = all.workers[round % 2] as Member;
      paused.child.kill('SIGSTOP');
      await delay(200 + round * 300);
      await all.hall.forget(paused.child.pid);
      await all.gateways.more(30);
      paused.child.kill('SIGCONT');
      await all.gateways.more(30);
      if (isLong) await replace(all, paused);
    },
  },
];

/** Only in manual runs; another test kills a worker in every run. */
const killed: Disturbance = {
  name: 'worker killed',
  times: 20,
  async disturb(all, round) {
    const worker = all.workers[round % 2] as Member;
    await worker.stop('SIGKILL');
    await replace(all, worker);
  },
};

/** Only in manual runs, because it takes as long as a lease. */
const longPause: Disturbance = {
  name: 'worker paused for its lease, or nearly',
  times: 10,
  async disturb(all, round) {
    const paused = all.workers[round % 2] as Member;
    paused.child.kill('SIGSTOP');
    await delay(5000 + round * 1000);
    paused.child.kill('SIGCONT');
    await all.gateways.more(40);
    if (hasEnded(paused)) await replace(all, paused);
  },
};

const runs = isLong
  ? [...disturbances, killed, longPause].map(({ name, times, disturb }) => ({ name, times, steps: [disturb] }))
  : [{ name: 'several processes', times: 1, steps: disturbances.map(({ disturb }) => disturb) }];

test.skipIf(!hasNats).each(runs)(
  '$name, $times times, under load: nothing acknowledged is lost or counted twice (with a nats-server)',
  { timeout: 1_800_000 },
  async ({ name, times, steps }) => {
    const all = await installation();
    for (let round = 0; round < times; round++)
      for (const step of steps) {
        await all.gateways.more(10);
        await step(all, round);
      }
    await all.gateways.settle();
    for (const one of [all.web, ...all.workers]) await one.stop();
    await all.hall.judge(name, all.gateways, { times });
  },
);

const cuts = getRepeats(1, 6);

test.skipIf(!hasNats || !hasNetworks)(
  `${cuts} times a worker and a web process lose all servers while gateways reach them: nothing is lost (with a nats-server, in network namespaces)`,
  { timeout: 120_000 + cuts * 120_000 },
  async () => {
    const hall = await createServersHall();
    const networks = [await hall.network(), await hall.network()] as const;
    let lone = await hall.start('worker', 'worker', networks[0]);
    const web = await hall.start('web', 'web', networks[1]);
    const other = await aWorker(hall);
    const gateways = hall.gateways();
    for (let round = 0; round < cuts; round++) {
      await gateways.more(20);
      const lost = networks[round % 2] ?? networks[0];
      lost.cut();
      await delay(getRepeats(3000, 3000 + round * 6000));
      const answer = fetch(`http://${lost.address}:4000/readyz`, { signal: AbortSignal.timeout(3000) });
      expect(
        await answer.then(
          ({ ok }) => ok,
          () => false,
        ),
      ).toBe(false);
      lost.mend();
      for (const one of [web, lone]) await isReady(one);
      if (hasEnded(lone)) lone = await hall.start('worker', `worker-${made++}`, networks[0]);
      await gateways.more(20);
    }
    await gateways.settle();
    for (const one of [web, lone, other]) await one.stop();
    await hall.judge('partition', gateways, { times: cuts });
  },
);
