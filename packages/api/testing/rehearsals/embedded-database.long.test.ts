import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createEmbeddedHall } from './testing/hall.ts';
import { findPostgres } from './testing/processes.ts';
import { getRepeats } from './testing/repeats.ts';

const rounds = getRepeats(1, 15);

test(`${rounds} times each PostgreSQL is paused, loses a process, and is killed: posts wait or are refused, and none is lost`, {
  timeout: 120_000 + rounds * 90_000,
}, async () => {
  const hall = await createEmbeddedHall();
  let server = await hall.start();
  const gateways = hall.gateways();
  const ready = async () => expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  for (let round = 0; round < rounds; round++) {
    await gateways.more(5);
    const resume = findPostgres(hall.data).pause();
    await delay(500 + (round % 5) * 3000);
    resume();
    await vi.waitFor(ready, { timeout: 40_000, interval: 100 });
    await gateways.more(5);
    findPostgres(hall.data).killOne();
    await vi.waitFor(ready, { timeout: 40_000, interval: 100 });
    await gateways.more(5);
    // All of PostgreSQL is killed, and restarted with the product.
    findPostgres(hall.data).kill();
    await delay(300);
    if (server.child.exitCode === null) await server.stop('SIGKILL');
    server = await hall.start();
  }
  await gateways.settle();
  await server.stop();
  await hall.judge('PostgreSQL stopped and killed', gateways, { pauses: rounds, kills: 2 * rounds });
});
