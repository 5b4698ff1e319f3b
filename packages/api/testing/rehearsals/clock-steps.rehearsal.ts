import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Random } from '@atrium/testkit/chance';
import { expect, test } from 'vitest';
import { createEmbeddedHall } from './testing/hall.ts';

const steps = 60;
const hour = 3_600_000;
const program = join(import.meta.dirname, '../clocked-product.ts');

/** Starts the product with an adjustable clock. */
async function start(data: string, running: ChildProcess[], ahead: number) {
  const child = fork(program, {
    env: { PATH: process.env.PATH, ATRIUM_DATA_DIR: data, ATRIUM_DEMO: '0', PORT: '0', MQTT_PORT: 'off' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.push(child);
  const [address] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the product ended with ${code}`))),
  ]);
  const set = async (milliseconds: number) => {
    child.send({ ahead: milliseconds });
    await once(child, 'message');
  };
  await set(ahead);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await once(child, 'exit');
  };
  return { address: String(address), set, end };
}

test(`${steps} clock steps, hours forward and back, some across a kill: corrections still win, and nothing is lost`, {
  timeout: 120_000 + steps * 30_000,
}, async () => {
  const hall = await createEmbeddedHall(undefined, { http: 5, mqtt: 0 });
  const random = new Random(3);
  const gateways = hall.gateways();
  let product = await start(hall.data, hall.running, 0);
  hall.doors.http = [product.address];
  for (let step = 0; step < steps; step++) {
    await gateways.more(30);
    const ahead = random.pick([6 * hour, -6 * hour, 49 * hour, -49 * hour, 60_000, -60_000, 0]);
    if (step % 3 === 2) {
      await product.end('SIGKILL');
      product = await start(hall.data, hall.running, ahead);
      hall.doors.http = [product.address];
    } else await product.set(ahead);
    await gateways.more(30);
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
  }
  await gateways.settle();
  await product.end('SIGTERM');
  await hall.judge('clock steps', gateways, { times: steps });
});
