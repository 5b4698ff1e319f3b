import type { ChildProcess } from 'node:child_process';
import { Random } from '@atrium/testkit/chance';
import { aClock } from '@atrium/testkit/time';
import { graphql } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSeveralServices } from '../../../testing/several-services.ts';
import { ShardTable } from '../../../testing/shard-table.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { LiveValue } from '../../numbers/live/live-values.ts';
import { during, getPairs, parseValidQuery } from '../../numbers/testing/ask.ts';
import { getShard } from '../../platform/relational/assign-shards.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { endAll } from '../../platform/testing/run-atrium.ts';
import { hasNats, type NatsServer, startNatsServer } from '../../platform/testing/servers/nats-server.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 2, 5, 11);

const installation = (number: number) => `
  - key: hall-${number}
    name: Hall ${number}
    timezone: Europe/Zurich
    openingHours: always
    zones: [{ key: all, name: All }]
    passages: [{ key: door, name: Door, from: outside, to: all }]
    devices: [{ serial: PAD-${number}, kind: pad, name: Counter, passage: door, interval: 60 }]`;

const siteFile = (name: string) =>
  `organization: { name: ${name} }\ninstallations:${[1, 2, 3].map(installation).join('')}\n`;

describe.skipIf(!hasNats)('several processes on the same stores (with a nats-server)', () => {
  const stores = useTestStores();
  const running: ChildProcess[] = [];
  let nats: NatsServer;
  let worlds = 0;
  beforeAll(async () => {
    nats = await startNatsServer(running);
  });
  afterAll(() => endAll(running));

  /** Two workers, of which the first owns all shards, and a web process, with three halls. */
  async function processes(name: string, skew = 4000) {
    // Later than all versions that an earlier world has written.
    const clock = aClock(noon + worlds++ * 2 * 86_400_000);
    const processOf = createSeveralServices({ db: stores.relational.db, analytics: stores.analytics }, clock, nats.url);
    // Machines whose clocks differ.
    const early = { now: () => clock.now() - skew };
    const late = { now: () => clock.now() + skew };
    const workers = [await processOf('leader', early), await processOf('leader', late)] as const;
    const [worker, other] = workers;
    const web = await processOf('replica');
    const table = new ShardTable();
    await table.takeAll(worker.shared!.keeper);
    const options = { dryRun: false, prune: false, within: null };
    const applied = await applySiteFile(web.provisioning, siteFile(name), options);
    if (applied.organizationId === null) throw new Error(JSON.stringify(applied.problems));
    const scope = systemScope(applied.organizationId);
    const sites = await web.sites.topologies(scope);
    const shards = sites.map(({ installationId }) => getShard(installationId));
    const [site] = sites;
    if (site === undefined) throw new Error('no site');
    const sent = (from: typeof worker, hall: number, at: number, value: number) => {
      const reading = {
        device: `PAD-${hall}`,
        metric: 'affluenceIn',
        at: new Date(at).toISOString(),
        value,
        interval: 60,
      };
      return from.ingestion.ingestReadings(scope, null, [reading], clock.now());
    };
    const send = async (from: typeof worker, at: number, value: number, hall = 1) => {
      const taken = await sent(from, hall, at, value);
      if (!taken.ok) throw new Error(taken.error.message);
      return taken.value;
    };
    const byDay = async (at: typeof worker) => {
      const raw = {
        metric: 'affluenceIn',
        filters: { conditions: [during('2026-03-01/2026-03-05')] },
        groupBy: [{ type: 'DATE', granularity: 86_400 }],
      };
      const [answer] = await at.answerQueries(scope, [parseValidQuery(raw as never)]);
      return getPairs(answer as never).map((point) => (point as [unknown, unknown])[1]);
    };
    const close = () => Promise.all([...workers, web].map(({ bus }) => bus.close()));
    return { clock, table, workers, worker, other, web, scope, site, shards, sent, send, byDay, close };
  }

  test('a reading is taken at each door once, and seen by the viewers of all', async () => {
    const { worker, other, web, scope, site, shards, table, send, close } = await processes('Doors');
    const [zone] = site.zones;
    const watch = async (at: typeof worker) => {
      const { organizationId, installationId } = site;
      const asked = { organizationId, installationId, target: 'ZONE', entityIds: [zone?.id as number] } as const;
      const stream = await at.live.liveMetrics(scope, { ...asked, metrics: ['affluenceIn'] });
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
    await table.handOver(shards[0] as number, other.shared!.keeper);
    expect(await send(worker, noon - 3 * minute, 4)).toMatchObject({ unchanged: 1 });
    expect(await send(web, noon - 3 * minute, 5)).toMatchObject({ corrected: 1 });
    await vi.waitFor(() => expect([atWorker.at(-1)?.value, atWeb.at(-1)?.value]).toEqual([5, 5]), 5000);
    await close();
  });

  test('a key revoked in one is refused by both, and a site changed in one is known to both', async () => {
    const { worker, web, scope, close } = await processes('Keys');
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
    const renamed = siteFile('Keys').replace('PAD-1', 'PAD-9');
    await applySiteFile(web.provisioning, renamed, { dryRun: false, prune: false, within: null });
    await vi.waitFor(async () => expect(await worker.sites.findDevice(scope, 'PAD-9')).not.toBeNull(), 500);
    await close();
  });

  test('a machine whose clock is an hour ahead hides nothing that others write', async () => {
    const { clock, worker, other, web, scope, shards, table, send, byDay, close } = await processes('Ahead', 3_600_000);
    await table.handOver(shards[0] as number, other.shared!.keeper);
    await send(web, Date.UTC(2026, 2, 1, 9), 1, 1);
    expect(await byDay(web)).toEqual([1, 'missing', 'missing', 'missing']);
    await send(web, Date.UTC(2026, 2, 2, 9), 2, 2);
    for (const one of [web, worker, other]) expect(await byDay(one)).toEqual([1, 2, 'missing', 'missing']);
    for (const one of [worker, other]) expect(await one.rollups.rollAll(scope.organizationId, clock.now())).toBe(1);
    await send(other, Date.UTC(2026, 2, 2, 9), 3, 2);
    for (const one of [web, worker, other]) expect(await byDay(one)).toEqual([1, 3, 'missing', 'missing']);
    expect(await worker.rollups.rollAll(scope.organizationId, clock.now())).toBe(1);
    // The day's mark has the greater version, whichever worker owns the site.
    await table.handOver(shards[0] as number, worker.shared!.keeper);
    await send(web, Date.UTC(2026, 2, 1, 9), 4, 1);
    for (const one of [web, worker, other]) expect(await byDay(one)).toEqual([4, 3, 'missing', 'missing']);
    await close();
  });

  test('a correction made by any process is seen by all, and rolled up by the owner of the site', async () => {
    const { clock, worker, other, web, scope, site, shards, table, send, byDay, close } =
      await processes('Corrections');
    const all = [web, worker, other];
    const [device] = site.devices;
    await send(web, Date.UTC(2026, 2, 1, 9), 4, 1);
    await send(web, Date.UTC(2026, 2, 2, 9), 2, 2);
    await worker.rollups.rollAll(scope.organizationId, clock.now());
    for (const one of all) expect(await byDay(one)).toEqual([4, 2, 'missing', 'missing']);
    const change = async (source: string) => {
      const schema = buildSchemas(web.modules).main;
      const { data, errors } = await graphql({
        schema,
        source,
        contextValue: { scope, tokenProblem: null, address: '' },
      });
      expect(errors).toBeUndefined();
      return data as Readonly<Record<string, number>>;
    };
    const [from, to] = [Date.UTC(2026, 2, 1, 8), Date.UTC(2026, 2, 1, 10)];
    const correct = async (what: string): Promise<number> => {
      const correction = `{ installationId: ${site.installationId}, deviceId: ${device?.id}, from: ${from}, to: ${to}, ${what} }`;
      const { addReadingCorrection: id } = await change(
        `mutation { addReadingCorrection(correction: ${correction}, reason: "ladder") }`,
      );
      return id as number;
    };
    const taken = await correct('kind: void');
    for (const one of all) expect(await byDay(one)).toEqual(['missing', 2, 'missing', 'missing']);
    expect(await worker.rollups.rollAll(scope.organizationId, clock.now())).toBe(1);
    for (const one of all) expect(await byDay(one)).toEqual(['missing', 2, 'missing', 'missing']);
    await table.handOver(shards[0] as number, other.shared!.keeper);
    await change(`mutation { undoReadingCorrection(readingCorrectionId: ${taken}) }`);
    for (const one of all) expect(await byDay(one)).toEqual([4, 2, 'missing', 'missing']);
    expect(await other.rollups.rollAll(scope.organizationId, clock.now())).toBe(1);
    for (const one of all) expect(await byDay(one)).toEqual([4, 2, 'missing', 'missing']);
    // A late reading of a wrong clock reaches the day to which it is moved, whichever process stores it.
    await correct(`kind: shift, amount: ${2 * 86_400}`);
    for (const one of all) expect(await byDay(one)).toEqual(['missing', 2, 4, 'missing']);
    expect(await other.rollups.rollAll(scope.organizationId, clock.now())).toBe(2);
    await send(web, Date.UTC(2026, 2, 1, 9, 30), 3);
    for (const one of all) expect(await byDay(one)).toEqual(['missing', 2, 7, 'missing']);
    expect(await other.rollups.rollAll(scope.organizationId, clock.now())).toBe(2);
    for (const one of all) expect(await byDay(one)).toEqual(['missing', 2, 7, 'missing']);
    await close();
  });

  const isLong = process.env.ATRIUM_REHEARSALS === 'long';
  const seeds = Array.from({ length: isLong ? 40 : 2 }, (_, index) => index + 1);

  test.each(seeds)(
    'whatever is written, added up, handed over, paused and seized, all answer what was acknowledged (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const { clock, table, workers, web, scope, shards, sent, byDay, close } = await processes(
        `World ${seed}.${worlds}`,
      );
      const all = [...workers, web];
      const kept = new Map<string, { readonly at: number; readonly value: number }>();
      const expected = () => {
        const sums = new Map<number, number>();
        for (const { at, value } of kept.values()) {
          const day = Math.floor((at + 60 * minute) / 86_400_000);
          sums.set(day, (sums.get(day) ?? 0) + value);
        }
        return [1, 2, 3, 4].map((date) => sums.get(Date.UTC(2026, 2, date) / 86_400_000) ?? 'missing');
      };
      let paused: (typeof all)[number] | null = null;
      const write = async (hall: number, at: number, value: number) => {
        // Retries until acknowledged, as gateways do.
        while (!(await sent(random.pick(all.filter((one) => one !== paused)), hall, at, value)).ok);
        kept.set(`${hall} ${at}`, { at, value });
      };
      const ownerOf = (shard: number) => workers.find(({ shared }) => shared?.keeper === table.ownerOf(shard));
      const anyReading = () => ({
        hall: 1 + random.below(3),
        at: Date.UTC(2026, 2, 1 + random.below(4), 8, random.below(4)),
        value: 1 + random.below(50),
      });
      const resuming: (() => Promise<void>)[] = [];
      for (let step = 0; step < (isLong ? 60 : 20); step++) {
        const { hall, at, value } = anyReading();
        const shard = shards[hall - 1] as number;
        const owner = ownerOf(shard) as (typeof workers)[number];
        const next = (workers.find((one) => one !== owner) ?? owner).shared!.keeper;
        const rolling =
          random.below(2) === 0 ? owner.rollups.rollAll(scope.organizationId, noon).catch(() => {}) : null;
        const kind = random.below(6);
        if (kind <= 2) await write(hall, at, value);
        else if (kind === 3 && paused === null) await table.handOver(shard, next);
        else if (kind === 4 && resuming.length === 0) {
          // Pauses the owner during a write and a rollup. Another worker seizes its shards, and the owner resumes much
          // later.
          const resume = table.pause(owner.shared!.keeper);
          const late = sent(owner, hall, at, value);
          const adding = owner.rollups.rollAll(scope.organizationId, noon).catch(() => {});
          await new Promise((turn) => setTimeout(turn, 20));
          const seized = shards.filter((each) => ownerOf(each) === owner);
          const notices: (() => void)[] = [];
          for (const each of seized) notices.push(await table.seize(each, next));
          paused = owner;
          // Writes a value other than the late one, or the previous value again.
          const before = kept.get(`${hall} ${at}`)?.value;
          await write(hall, at, before !== undefined && random.chance(0.5) ? before : value + 1);
          resuming.push(async () => {
            resume();
            expect((await late).ok).toBe(false);
            await adding;
            // By now the owner has noticed the loss.
            for (const notice of notices) notice();
            paused = null;
          });
        } else {
          for (const goOn of resuming.splice(0)) await goOn();
          clock.time += random.below(2) * 3_600_000;
        }
        if (resuming.length === 0 && random.below(2) === 0) await rolling;
        for (const one of all) expect(await byDay(one), `step ${step}`).toEqual(expected());
        clock.time += 11_000;
      }
      for (const goOn of resuming.splice(0)) await goOn();
      clock.time += 2 * 3_600_000;
      for (const one of workers) await one.rollups.rollAll(scope.organizationId, noon);
      const ledger = web.rollups.ledger;
      await ledger.open();
      for (const one of all) expect(await byDay(one), 'at the end').toEqual(expected());
      await close();
    },
    isLong ? 600_000 : 60_000,
  );
});
