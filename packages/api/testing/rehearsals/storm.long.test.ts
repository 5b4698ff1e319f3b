import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '@atrium/testkit/chance';
import { expect, test } from 'vitest';
import { createEmbeddedHall } from './testing/hall.ts';
import { getRepeats } from './testing/repeats.ts';

const kills = getRepeats(2, 200);

test(`${kills} kills of the whole product, with gateways over HTTP and MQTT: nothing acknowledged is lost or counted twice`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const hall = await createEmbeddedHall();
  const random = new Random(1);
  const gateways = hall.gateways();
  for (let round = 0; round < kills; round++) {
    const server = await hall.start();
    if (round % 4 > 0) await gateways.more();
    await delay(random.below(900));
    await server.stop('SIGKILL');
  }
  const last = await hall.start();
  await gateways.settle();
  expect(await (await fetch(`${last.address}/readyz`)).json()).toEqual({ status: 'ready' });
  await last.stop();
  await hall.judge('storm', gateways, { kills });
});
