import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clickhouseWire } from '../platform/testing/clickhouse-wire.ts';
import { emptyDatabase } from '../platform/testing/empty-database.ts';
import { hasNats, natsServer } from '../platform/testing/nats-server.ts';
import { atriumIn, endAll } from '../platform/testing/run-atrium.ts';

const ATRIUM_SECRET = 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h';

/** What every process of an installation on servers is told. */
async function servers(running: ChildProcess[]) {
  const root = mkdtempSync(join(tmpdir(), 'atrium-roles-'));
  const database = await emptyDatabase();
  const [wire, nats] = [await clickhouseWire(), await natsServer(running)];
  onTestFinished(async () => {
    await endAll(running);
    await wire.close();
    await database.drop();
    await rm(root, { recursive: true, force: true });
  }, 60_000);
  const stores = { DATABASE_URL: database.url, CLICKHOUSE_URL: wire.url };
  const shared = { ...stores, NATS_URL: nats.url, ATRIUM_SECRET };
  const atrium = (name: string, settings: Record<string, string>) => atriumIn(join(root, name), running, settings);
  return {
    role: (ATRIUM_ROLE: string, name: string = ATRIUM_ROLE) => atrium(name, { ...shared, ATRIUM_ROLE }),
    withoutNats: atrium('lonely', { ...stores, ATRIUM_SECRET }),
  };
}

test.skipIf(!hasNats)(
  'pages beside a worker, and a worker that stands by until the first is gone (with a nats-server)',
  async () => {
    const running: ChildProcess[] = [];
    const { role, withoutNats } = await servers(running);
    const worker = role('worker');
    await worker.fill('Hall', ['2026-01-10']);
    const key = (await worker.command('key', 'create', '--organization', 'Hall')).out.trim().split('\n').at(-1) ?? '';
    const [first, web] = [await worker.serve(), await role('web').serve()];
    expect(await (await fetch(`${web.address}/readyz`)).json()).toEqual({ status: 'ready' });

    const post = async (address: string, minute: number) => {
      const at = new Date(Date.UTC(2026, 0, 11, 9, minute)).toISOString();
      const response = await fetch(`${address}/ingest/v1/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify([{ device: 'PAD-1', metric: 'affluenceIn', at, value: 1, interval: 60 }]),
      });
      return response.ok ? await response.json() : response.status;
    };
    expect(await post(web.address, 0)).toMatchObject({ accepted: 1 });
    expect(await post(first.address, 0)).toMatchObject({ unchanged: 1 });

    expect((await withoutNats.refused()).errors).toMatch(/is in use by another Atrium \(process \d+ on/);
    expect((await role('all').refused()).errors).toMatch(/is in use by another Atrium \(process \d+ on/);

    const standby = role('worker', 'standby').serve();
    await first.stop('SIGKILL');
    expect(await post(web.address, 1)).toBe(503);
    const second = await standby;
    await vi.waitFor(async () => expect(await post(web.address, 2)).toMatchObject({ accepted: 1 }));
    expect(await post(second.address, 0)).toMatchObject({ unchanged: 1 });
  },
  120_000,
);
