import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEmbeddedHall } from './testing/hall.ts';
import { getRepeats } from './testing/repeats.ts';

const rounds = getRepeats(1, 12);

/** Mounts a separate disk of this size; returns null where mounting is not permitted. */
function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'atrium-test', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

/** Fills the disk to the last byte. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (const size of [1 << 20, 1 << 12, 1])
      for (;;)
        try {
          writeSync(handle, Buffer.alloc(size, 1));
        } catch {
          break;
        }
  } finally {
    closeSync(handle);
  }
}

const disk = smallDisk(700);

test.skipIf(disk === null)(
  `${rounds} times a full disk (where one may be mounted): posts are refused, nothing is lost, and it recovers by itself`,
  { timeout: 120_000 + rounds * 60_000 },
  async () => {
    const folder = disk ?? '';
    const hall = await createEmbeddedHall(folder);
    onTestFinished(() => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    });
    let server = await hall.start();
    const gateways = hall.gateways();
    const ready = async () => (await fetch(`${server.address}/readyz`)).status;
    for (let round = 0; round < rounds; round++) {
      await gateways.more(10);
      fill(join(folder, 'full'));
      await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 20_000, interval: 100 });
      await delay(500 + (round % 4) * 1000);
      // Every third time the server is killed while the disk is full, and restarted once there is space.
      if (round % 3 === 2) await server.stop('SIGKILL');
      rmSync(join(folder, 'full'));
      if (round % 3 === 2) server = await hall.start();
      await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 30_000, interval: 100 });
    }
    await gateways.settle();
    await server.stop();
    await hall.judge('full disk', gateways, { 'times full': rounds });
  },
);
