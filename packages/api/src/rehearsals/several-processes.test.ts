import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { hasNats } from '../platform/testing/nats-server.ts';
import type { startGateways } from './testing/gateways.ts';
import { howOften, isLong } from './testing/how-often.ts';
import { hasNetworks } from './testing/own-network.ts';
import { type Member, serversHall } from './testing/servers-hall.ts';

type Hall = Awaited<ReturnType<typeof serversHall>>;
type Gateways = ReturnType<typeof startGateways>;

/** What goes on: a worker that leads, one that takes the lead after it, a process for pages. */
interface Installation {
  readonly hall: Hall;
  readonly gateways: Gateways;
  worker: Member;
  standby: Promise<Member>;
  web: Member;
}

const patience = { timeout: 60_000, interval: 100 };
let made = 0;
const standBy = (hall: Hall) => {
  const standby = hall.start('worker', `worker-${made++}`);
  standby.catch(() => {});
  return standby;
};

/** The other one leads, and has all sites until another comes. */
async function takenOver(installation: Installation): Promise<void> {
  installation.worker = await installation.standby;
  installation.standby = standBy(installation.hall);
  await installation.gateways.more(5);
}

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
      await vi.waitFor(async () => expect(await web.isReady()).toBe(true), patience);
      await gateways.more(5);
    },
  },
  {
    name: 'worker killed',
    times: 20,
    async disturb(all) {
      await all.worker.stop('SIGKILL');
      await takenOver(all);
    },
  },
  {
    name: 'rolling restart',
    times: 10,
    async disturb(all) {
      const { web } = all;
      all.web = await all.hall.start('web', `web-${made++}`);
      await web.stop();
      await all.worker.stop();
      await takenOver(all);
    },
  },
  {
    name: 'worker paused and forgotten',
    times: 12,
    async disturb(all, round) {
      const paused = all.worker;
      paused.child.kill('SIGSTOP');
      await delay(200 + round * 300);
      await all.hall.forget(paused.child.pid);
      await takenOver(all);
      await all.gateways.more(30);
      paused.child.kill('SIGCONT');
      await all.gateways.more(30);
      // It learns that another is at work, and ends by itself.
      await paused.ended;
    },
  },
];

const runs = isLong
  ? disturbances.map(({ name, times, disturb }) => ({ name, times, steps: [disturb] }))
  : [
      {
        name: 'several processes',
        times: 1,
        steps: disturbances.map(({ disturb }) => disturb),
      },
    ];

test.skipIf(!hasNats).each(runs)(
  '$name, $times times, under load: nothing acknowledged is lost or counted twice (with a nats-server)',
  { timeout: 1_800_000 },
  async ({ name, times, steps }) => {
    const hall = await serversHall();
    const worker = await hall.start('worker', 'worker');
    const web = await hall.start('web', 'web');
    const all: Installation = { hall, worker, web, gateways: hall.gateways(), standby: standBy(hall) };
    for (let round = 0; round < times; round++)
      for (const step of steps) {
        await all.gateways.more(10);
        await step(all, round);
      }
    await all.gateways.settle();
    await all.web.stop();
    await all.worker.stop();
    await (await all.standby).stop();
    await hall.judge(name, all.gateways, { times });
  },
);

const cuts = howOften(1, 6);

test.skipIf(!hasNats || !hasNetworks)(
  `${cuts} times a worker and a process for pages that reach no server any more, while gateways reach them: nothing is lost (with a nats-server, in networks of their own)`,
  { timeout: 120_000 + cuts * 120_000 },
  async () => {
    const hall = await serversHall();
    const networks = [await hall.network(), await hall.network()] as const;
    const first = await hall.start('worker', 'worker', networks[0]);
    const web = await hall.start('web', 'web', networks[1]);
    const gateways = hall.gateways();
    const standby = standBy(hall);
    for (let round = 0; round < cuts; round++) {
      await gateways.more(20);
      const lost = networks[round % 2] ?? networks[0];
      lost.cut();
      await delay(howOften(3000, 3000 + round * 6000));
      const isReady = fetch(`http://${lost.address}:4000/readyz`, { signal: AbortSignal.timeout(3000) });
      expect(
        await isReady.then(
          ({ ok }) => ok,
          () => false,
        ),
      ).toBe(false);
      lost.mend();
      await vi.waitFor(async () => expect(await web.isReady()).toBe(true), patience);
      await gateways.more(20);
    }
    await gateways.settle();
    await web.stop();
    if (first.child.exitCode === null) await first.stop();
    await (await standby).stop();
    await hall.judge('partition', gateways, { times: cuts });
  },
);
