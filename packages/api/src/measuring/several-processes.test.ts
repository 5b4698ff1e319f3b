import type { ChildProcess } from 'node:child_process';
import { Random } from '@atrium/testkit/chance';
import { aClock } from '@atrium/testkit/time';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LiveValue } from '../live/live-values.ts';
import { checked, dataOf, during } from '../measurements/testing/ask.ts';
import { systemScope } from '../platform/tenancy/index.ts';
import { hasNats, type NatsServer, natsServer } from '../platform/testing/nats-server.ts';
import { endAll } from '../platform/testing/run-atrium.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { applySiteFile } from '../site-files/index.ts';
import { severalServices } from '../testing/several-services.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 2, 5, 11);

const siteFile = (name: string) => `
organization: { name: ${name} }
installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    openingHours: always
    zones: [{ key: all, name: All }]
    passages: [{ key: door, name: Door, from: outside, to: all }]
    devices: [{ serial: PAD-1, kind: pad, name: Counter, passage: door, interval: 60 }]
`;

describe.skipIf(!hasNats)('two processes on the same stores (with a nats-server)', () => {
  const stores = useTestStores();
  const running: ChildProcess[] = [];
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await natsServer(running);
  });
  afterAll(() => endAll(running));

  /** One that is at work, and one beside it, with a hall that counts. */
  async function twoProcesses(name: string, confirm = async () => {}) {
    const clock = aClock(noon);
    const { db } = stores.relational;
    const processOf = severalServices({ db, analytics: stores.analytics }, clock, nats.url);
    const [worker, web] = [await processOf('at work', confirm), await processOf('beside')];
    const options = { dryRun: false, prune: false, within: null };
    const applied = await applySiteFile(web.provisioning, siteFile(name), options);
    if (applied.organizationId === null) throw new Error(JSON.stringify(applied.problems));
    const scope = systemScope(applied.organizationId);
    const [site] = await web.sites.topologies(scope);
    if (site === undefined) throw new Error('no site');
    const send = async (from: typeof worker, at: number, value: number) => {
      const sent = [{ device: 'PAD-1', metric: 'affluenceIn', at: new Date(at).toISOString(), value, interval: 60 }];
      const taken = await from.ingestion.ingestReadings(scope, null, sent, clock.now());
      if (!taken.ok) throw new Error(taken.error.message);
      return taken.value;
    };
    const byDay = async (at: typeof worker) => {
      const raw = {
        metric: 'affluenceIn',
        filters: { conditions: [during('2026-03-01/2026-03-05')] },
        groupBy: [{ type: 'DATE', granularity: 86_400 }],
      };
      const [answer] = await at.schema.measurements.answerQueries(scope, [checked(raw as never)]);
      return dataOf(answer as never).map((point) => (point as [unknown, unknown])[1]);
    };
    const close = () => Promise.all([worker.bus.close(), web.bus.close()]);
    return { clock, processOf, worker, web, scope, site, send, byDay, close };
  }

  test('a reading is taken at either door once, and seen by the viewers of both', async () => {
    const { worker, web, scope, site, send, close } = await twoProcesses('Doors');
    const [zone] = site.zones;
    const watch = async (at: typeof worker) => {
      const { organizationId, installationId } = site;
      const asked = { organizationId, installationId, target: 'ZONE', entityIds: [zone?.id as number] } as const;
      const stream = await at.schema.live.liveMetrics(scope, { ...asked, metrics: ['affluenceIn'] });
      if (!stream.ok) throw new Error(stream.error.message);
      const seen: LiveValue[] = [];
      void (async () => {
        for await (const value of stream.value) seen.push(value);
      })();
      return seen;
    };
    const [atWorker, atWeb] = [await watch(worker), await watch(web)];
    expect(await send(web, noon - 3 * minute, 4)).toMatchObject({ accepted: 1 });
    await vi.waitFor(() => expect([atWorker.at(-1)?.value, atWeb.at(-1)?.value]).toEqual([4, 4]), 5000);
    expect(await send(worker, noon - 3 * minute, 4)).toMatchObject({ unchanged: 1 });
    expect(await send(web, noon - 3 * minute, 5)).toMatchObject({ corrected: 1 });
    await vi.waitFor(() => expect([atWorker.at(-1)?.value, atWeb.at(-1)?.value]).toEqual([5, 5]), 5000);
    await close();
  });

  test('a key revoked in one is refused by both, and a site changed in one is known to both', async () => {
    const { worker, web, scope, close } = await twoProcesses('Keys');
    const key = await web.access.ingestKeys.create(scope, { name: 'Gateway', installationId: null });
    if (!key.ok) throw new Error(key.error.message);
    const { secret, publicId } = key.value;
    for (const one of [worker, web]) expect(await one.access.ingestKeys.verify(secret)).not.toBeNull();
    await worker.access.ingestKeys.revoke(scope, publicId);
    await worker.bus.flush();
    await vi.waitFor(async () => {
      for (const one of [worker, web]) expect(await one.access.ingestKeys.verify(secret)).toBeNull();
    }, 500);
    for (const one of [worker, web]) await one.sites.topologies(scope);
    const renamed = siteFile('Keys').replace('PAD-1', 'PAD-2');
    await applySiteFile(web.provisioning, renamed, { dryRun: false, prune: false, within: null });
    await vi.waitFor(async () => expect(await worker.sites.findDevice(scope, 'PAD-2')).not.toBeNull(), 500);
    await close();
  });

  test.each([1, 2, 3])(
    'whatever is written, corrected and added up, both answer what was sent (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const { clock, worker, web, scope, send, byDay, close } = await twoProcesses(`World ${seed}`);
      const kept = new Map<number, number>();
      const expected = () => {
        const sums = new Map<number, number>();
        for (const [at, value] of kept) {
          const day = Math.floor((at + 60 * minute) / 86_400_000);
          sums.set(day, (sums.get(day) ?? 0) + value);
        }
        return [1, 2, 3, 4].map((date) => sums.get(Date.UTC(2026, 2, date) / 86_400_000));
      };
      for (const date of [1, 2, 3, 4]) {
        const at = Date.UTC(2026, 2, date, 9);
        await send(worker, at, date);
        kept.set(at, date);
      }
      for (let step = 0; step < 25; step++) {
        const at = Date.UTC(2026, 2, 1 + random.below(4), 8, random.below(6));
        const value = 1 + random.below(50);
        const rolling = random.below(2) === 0 ? worker.rollups.rollAll(scope.organizationId, noon) : null;
        await send(random.pick([worker, web]), at, value);
        kept.set(at, value);
        if (random.below(2) === 0) await rolling;
        for (const one of [web, worker]) expect(await byDay(one)).toEqual(expected());
        await rolling;
        clock.time += 1000;
      }
      await close();
    },
    60_000,
  );

  test('whoever is no longer at work promises nothing, and what they add up late is believed by nobody', async () => {
    let confirm = async () => {};
    const { clock, processOf, worker, web, scope, site, send, byDay, close } = await twoProcesses('Taken', () =>
      confirm(),
    );
    await send(web, Date.UTC(2026, 2, 2, 9), 7);
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    confirm = () => {
      asked.resolve();
      return gate.promise;
    };
    // It has added the day up, was still at work when it asked, and is paused before it says so.
    const late = worker.rollups.rollAll(scope.organizationId, noon);
    await asked.promise;
    const next = await processOf('at work');
    await next.rollups.ledger.open();
    clock.time += 2000;
    gate.resolve();
    await late;
    const marked = () =>
      web.rollups.ledger.dirtyDays(scope.organizationId, [site.installationId], { from: 0, to: noon });
    expect(await byDay(web)).toEqual(['missing', 7, 'missing', 'missing']);
    expect(marked()).toEqual([Date.UTC(2026, 2, 2) / 86_400_000]);
    // It learns that another is at work after it has written.
    let asks = 0;
    confirm = () => (++asks === 1 ? Promise.resolve() : Promise.reject(new Error('lost')));
    const sent = [{ device: 'PAD-1', metric: 'affluenceIn', at: '2026-03-02T09:30:00Z', value: 1, interval: 60 }];
    expect((await worker.ingestion.ingestReadings(scope, null, sent, clock.now())).ok).toBe(false);
    // A write of it may be on its way still: the day is added up when none can be any more.
    expect(await next.rollups.rollAll(scope.organizationId, noon)).toBe(0);
    clock.time += 3_600_000;
    expect(await next.rollups.rollAll(scope.organizationId, noon)).toBe(1);
    expect((await byDay(web))[1]).toBe(8);
    expect(marked()).toEqual([]);
    await next.bus.close();
    await close();
  });
});
