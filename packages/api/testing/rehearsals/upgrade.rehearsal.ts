import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '@atrium/testkit/chance';
import { expect, test, vi } from 'vitest';
import { endAll } from '../../src/platform/testing/run-atrium.ts';
import { createEmbeddedHall } from './testing/hall.ts';

/** Folder of an earlier version with its dependencies installed. */
const earlier = process.env.ATRIUM_EARLIER ?? '';
const rounds = 6;

/** Starts a program of the earlier version on a folder. */
function start(data: string, running: ChildProcess[], script: string, ...words: string[]) {
  const child = spawn(process.execPath, [join(earlier, 'packages/api/src', script), ...words], {
    env: { PATH: process.env.PATH, ATRIUM_DATA_DIR: data, ATRIUM_DEMO: '0', PORT: '0', MQTT_PORT: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const said = { text: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.text += text));
  return { child, said };
}

test.skipIf(!existsSync(earlier))(
  `${rounds} times this version takes over from an earlier one (ATRIUM_EARLIER) under load, killed midway: nothing is lost`,
  { timeout: 120_000 + rounds * 60_000 },
  async () => {
    const random = new Random(9);
    for (let round = 0; round < rounds; round++) {
      const hall = await createEmbeddedHall(undefined, { http: 5, mqtt: 0 }, async (data, ...words) => {
        const { child, said } = start(data, [], 'app/cli/main.ts', ...words);
        expect(await once(child, 'close')).toEqual([0, null]);
        return said.text;
      });
      const before = start(hall.data, hall.running, 'app/main.ts');
      const address = await vi.waitFor(() => {
        const found = /ready at (\S+)/.exec(before.said.text)?.[1];
        if (found === undefined) throw new Error(before.said.text);
        return found;
      }, 60_000);
      hall.doors.http = [address];
      const gateways = hall.gateways();
      await gateways.more(60);
      before.child.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
      await once(before.child, 'close');
      // The new version is killed during the migration or soon after.
      const interrupted = hall.start();
      interrupted.catch(() => {});
      await delay(200 + random.below(2500));
      await endAll(hall.running);
      hall.doors.http = [];
      const server = await hall.start();
      await gateways.more(30);
      await gateways.settle();
      await server.stop();
      await hall.judge('upgrade under load', gateways, { round: round + 1 });
    }
  },
);
