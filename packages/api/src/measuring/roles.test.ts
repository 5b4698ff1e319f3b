import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
    file: join(root, 'halls.yaml'),
    /** How many readings there are. */
    stored: async () =>
      Number(await (await fetch(wire.url, { method: 'POST', body: 'SELECT count() FROM readings FINAL' })).text()),
    role: (ATRIUM_ROLE: string, name: string = ATRIUM_ROLE) => atrium(name, { ...shared, ATRIUM_ROLE }),
    withoutNats: atrium('lonely', { ...stores, ATRIUM_SECRET }),
  };
}

const hall = (number: number) => `
  - key: hall-${number}
    name: Hall ${number}
    timezone: Europe/Zurich
    zones: [{ key: all }]
    passages: [{ key: door, from: outside, to: all }]
    devices: [{ serial: PAD-${number}, kind: pad, passage: door, interval: 60 }]`;

const halls = [1, 2, 3, 4];

/** What gateways send while processes come and go: each reading once, again until it is acknowledged. */
function gateways(key: string, doors: () => readonly string[]) {
  const acknowledged: { readonly device: string; readonly at: string }[] = [];
  let number = 0;
  let isOver = false;
  const post = async (address: string, readings: readonly { readonly device: string; readonly at: string }[]) => {
    const response = await fetch(`${address}/ingest/v1/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(readings.map((one) => ({ ...one, metric: 'affluenceIn', value: 1, interval: 60 }))),
    });
    if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    return response.ok ? ((await response.json()) as Record<'accepted' | 'unchanged', number>) : response.status;
  };
  const gateway = async (turn: number) => {
    while (!isOver) {
      number += 1;
      const at = new Date(Date.UTC(2026, 0, 11) + number * 60_000).toISOString();
      const reading = { device: `PAD-${1 + (number % halls.length)}`, at };
      for (let tried = turn; ; tried++) {
        const there = doors();
        // A door that was just closed answers nobody.
        const told = await post(there[tried % there.length] as string, [reading]).catch(() => null);
        if (told !== null && typeof told === 'object') break;
        await delay(100);
      }
      acknowledged.push(reading);
      await delay(10);
    }
  };
  return {
    acknowledged,
    post,
    async during(work: () => Promise<void>) {
      isOver = false;
      const sending = [0, 1, 2, 3].map(gateway);
      await work();
      isOver = true;
      await Promise.all(sending);
    },
    /** Some more are acknowledged from now on. */
    more: (count: number, before = acknowledged.length) =>
      vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + count), { timeout: 30_000 }),
  };
}

test.skipIf(!hasNats)(
  'two workers and two processes for pages: a kill and a rolling restart lose nothing and double nothing (with a nats-server)',
  async () => {
    const running: ChildProcess[] = [];
    const { role, withoutNats, stored, file } = await servers(running);
    writeFileSync(file, `organization: { name: Halls }\ninstallations:${halls.map(hall).join('')}\n`);
    const worker = role('worker');
    expect((await worker.command('site', 'apply', file)).errors).toBe('');
    const key = (await worker.command('key', 'create', '--organization', 'Halls')).out.trim().split('\n').at(-1) ?? '';
    const first = await worker.serve();
    const [second, ...pages] = await Promise.all([
      role('worker', 'second').serve(),
      role('web').serve(),
      role('web', 'other').serve(),
    ]);
    for (const { address } of pages)
      await vi.waitFor(
        async () => expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ready' }),
        10_000,
      );
    expect((await withoutNats.refused()).errors).toMatch(/is in use by another Atrium \(process \d+ on/);
    expect((await role('all').refused()).errors).toMatch(/is in use by another Atrium \(process \d+ on/);

    const [web, other] = pages as [typeof first, typeof first];
    let doors = [web.address, other.address, second.address];
    const { acknowledged, post, during, more } = gateways(key, () => doors);
    await during(async () => {
      await more(20);
      await first.stop('SIGKILL');
      await more(20);
      // It comes again and is given its share, each in its turn and in order.
      const third = await role('worker', 'third').serve();
      doors = [web.address, third.address];
      await Promise.all([second.stop(), other.stop()]);
      await more(20);
      doors = [(await role('web', 'other').serve()).address];
      await web.stop();
      await more(20);
      await third.stop();
      const before = acknowledged.length;
      expect(await post(doors[0] as string, [{ device: 'PAD-1', at: '2026-01-10T09:00:00Z' }])).toBe(503);
      await role('worker', 'second').serve();
      await more(20, before);
    });
    const again = await post(doors[0] as string, acknowledged);
    expect(again).toMatchObject({ accepted: 0, unchanged: acknowledged.length });
    expect(await stored()).toBe(acknowledged.length);
  },
  300_000,
);
