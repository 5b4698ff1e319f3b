import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, failure, type InstallationId } from '@atrium/domain/core';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileStore } from '../../platform/files/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import { exportQueue, maxSmallRows } from './jobs.store.ts';
import { createExportRunner, registerExportMetrics } from './making/export-runner.ts';
import { readExports, resendExport } from './manage-exports.ts';
import { previewExport } from './preview.graphql.ts';
import { cancelExport, listPossibleRecipients, requestExport } from './request-export.ts';
import { createExportsWorld, type ExportsWorld, value } from './testing/exports-world.ts';
import { useTestFolder } from './testing/test-folder.ts';

const stores = useTestStores();
const folder = useTestFolder();
let count = 0;
let world: ExportsWorld;
let ada: Scope;
let bob: Scope;

beforeEach(async () => {
  // Jobs left by other tests would have their turn first.
  await run('delete from export_jobs', []);
  count += 1;
  world = await createExportsWorld(stores, `jobs${count}`);
  const files = { ...world.deps.files, store: createFileStore(folder.path) };
  world = { ...world, deps: { ...world.deps, files } };
  ada = await world.member('ada', 'manager');
  bob = await world.member('bob', 'viewer');
}, 60_000);

const idOf = ({ userId }: Scope) => userId as number;
const ask = (over: Parameters<ExportsWorld['request']>[0] = {}, by = ada, key: string | null = null) =>
  requestExport(world.deps, by, world.request({ userIds: [idOf(ada), idOf(bob)], granularity: 3600, ...over }), key);
const listed = async (by = ada) => value(await readExports(world.deps, by, {})).edges.map(({ node }) => node);
const work = () => world.work({ files: world.deps.files });
const run = (statement: string, values: unknown[]) => stores.relational.pool.query(statement, values);
const files = async () =>
  (await readdir(join(folder.path, 'exports', String(world.organizationId))).catch(() => [])).sort();
const queue = () => exportQueue(stores.relational.db);
/** Claims one job, as a runner does. */
const claim = async (until: number, lastTurn?: number, now = world.clock.now()) =>
  (await queue().claim({ now, until, limit: 1, ...(lastTurn !== undefined && { lastTurn }) }))[0] ?? null;
const refused = (code: string, field?: string) => ({
  ok: false,
  error: { code, ...(field !== undefined && { field }) },
});

describe('an export', () => {
  it('is counted while pending, with its age, and for a day if it failed', async () => {
    const registry = new Registry();
    registerExportMetrics(world.deps.db, world.clock, registry);
    const told = async () =>
      (await registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith('atrium_'))
        .map((line) => Number(line.split(' ')[1]));
    value(await ask());
    await run("update export_jobs set created_at = created_at - interval '90 seconds'", []);
    expect(await told()).toEqual([1, 0, 0, 90]);
    await run("update export_jobs set state = 'failed', finished_at = $1", [new Date(world.clock.time)]);
    expect(await told()).toEqual([0, 0, 1, 0]);
    world.clock.time += 86_400_001;
    expect(await told()).toEqual([0, 0, 0, 0]);
  });

  it('K02 is mailed to its recipients, attached and by a link, and listed with where it is fetched', async () => {
    value(await ask());
    expect(await listed()).toMatchObject([{ job: { state: 'waiting', rowsTotal: 142 }, address: null }]);
    await work();
    const mails = await world.mails();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      `ada@jobs${count}.example`,
      `bob@jobs${count}.example`,
    ]);
    expect(mails[0]?.content.attachments?.[0]?.filename).toMatch(/^Arcades, .*2026-03-28 – 2026-03-30\.xlsx$/);
    const [shown] = await listed();
    expect(shown).toMatchObject({
      job: { state: 'done', rowsDone: 142, attempts: 1 },
      site: 'Arcades',
      recipients: ['ada', 'bob'],
      mails: 'underway',
    });
    expect(world.deps.files.addresses.downloadOf(shown?.address ?? '')).toMatchObject({ key: shown?.job.fileKey });
    expect(await listed(bob)).toEqual([]);
  });

  it('repeated with its idempotency key is one job; without a key two', async () => {
    const [one, again] = [value(await ask({}, ada, 'k')), value(await ask({}, ada, 'k'))];
    expect(again.id).toBe(one.id);
    value(await ask());
    expect((await listed()).length).toBe(2);
  });

  it('is refused to who has not the right, for places and people that are none of theirs', async () => {
    const foreign = await createExportsWorld(stores, `other${count}`);
    const far = await world.member('far', 'viewer', []);
    expect(await ask({}, bob)).toMatchObject(refused('FORBIDDEN'));
    expect(await ask({ installationId: foreign.site })).toMatchObject(refused('NOT_FOUND', 'installationId'));
    expect(await ask({ zoneIds: [foreign.zones.hall] })).toMatchObject(refused('NOT_FOUND', 'zoneIds'));
    expect(await ask({ userIds: [idOf(far)] })).toMatchObject(refused('BAD_INPUT', 'userIds'));
    expect(await ask({ userIds: [idOf(await foreign.member('eve', 'manager'))] })).toMatchObject(
      refused('NOT_FOUND', 'userIds'),
    );
    expect(await ask({ from: Date.parse('2016-04-01'), granularity: 60 })).toMatchObject(refused('RANGE_TOO_WIDE'));
    expect(await listed()).toEqual([]);
  });

  it('of too many that wait is refused', async () => {
    for (let wish = 0; wish < 20; wish += 1) value(await ask());
    expect(await ask()).toMatchObject(refused('RATE_LIMITED'));
  });

  it('is cancelled by its owner alone, before it is made and while it is; nothing of it is left', async () => {
    const waiting = value(await ask());
    expect(await cancelExport(world.deps, bob, waiting.id)).toMatchObject(refused('NOT_FOUND'));
    value(await cancelExport(world.deps, ada, waiting.id));
    expect(await cancelExport(world.deps, ada, waiting.id)).toMatchObject(refused('BAD_INPUT'));
    const running = value(await ask());
    const { answerInBackground } = world.deps;
    let asked = 0;
    await world.work({
      files: world.deps.files,
      answerInBackground: async (scope, queries, signal) => {
        asked += 1;
        if (asked === 2) {
          value(await cancelExport(world.deps, ada, running.id));
          // Waits until the abort is noticed.
          await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
        }
        return answerInBackground(scope, queries, signal);
      },
    });
    expect((await listed()).map(({ job }) => job.state)).toEqual(['cancelled', 'cancelled']);
    expect(await files()).toEqual([]);
    expect(await world.mails()).toEqual([]);
  });
});

describe('who may get it', () => {
  it('is judged when it is made: the right that went, the site that went, the member who went', async () => {
    value(await ask());
    await run('update users set profile_id = $1 where id = $2', [bob.profileId, idOf(ada)]);
    await work();
    expect(await listed()).toMatchObject([{ job: { state: 'failed', problem: 'rights' } }]);
    await run('update users set profile_id = $1 where id = $2', [ada.profileId, idOf(ada)]);
    value(await ask());
    await run('update users set installation_ids = $1 where id = $2', [[], idOf(ada)]);
    await work();
    expect(await listed()).toMatchObject([{ job: { state: 'failed', problem: 'rights' } }, {}]);
    const mails = await world.mails();
    expect(mails.map(({ recipient }) => recipient)).toEqual(Array(2).fill(`ada@jobs${count}.example`));
    expect(await files()).toEqual([]);
  });

  it('is judged again before it is mailed: of its recipients those who still see the site, and prove their address', async () => {
    value(await ask());
    await run('update users set installation_ids = $1 where id = $2', [[], idOf(bob)]);
    await work();
    expect((await world.mails()).map(({ recipient }) => recipient)).toEqual([`ada@jobs${count}.example`]);
    const [shown] = await listed();
    await run("update outbox set status = 'failed' where organization_id = $1", [world.organizationId]);
    await run('update users set is_email_verified = false where id = $1', [idOf(ada)]);
    expect(value(await resendExport(world.deps, ada, shown?.job.id ?? 0)).job.mails).toEqual([]);
    await run('update users set is_email_verified = true where id = $1', [idOf(ada)]);
    expect(value(await resendExport(world.deps, ada, shown?.job.id ?? 0)).mails).toBe('underway');
    expect(await resendExport(world.deps, bob, shown?.job.id ?? 0)).toMatchObject(refused('FORBIDDEN'));
  });

  it('is told to whoever chooses', async () => {
    await world.member('far', 'viewer', []);
    const people = await listPossibleRecipients(world.deps, ada, world.site as InstallationId);
    expect(people.map(({ name, whyNot }) => [name, whyNot])).toEqual([
      ['ada', null],
      ['bob', null],
      ['far', 'site'],
    ]);
  });
});

describe('a process that is killed', () => {
  it('leaves an export that is begun anew by another, whole, and nothing of its own', async () => {
    const { id } = value(await ask());
    const claimed = await claim(world.clock.now() + 20_000);
    expect(claimed?.id).toBe(id);
    await mkdir(join(folder.path, 'exports', String(world.organizationId)), { recursive: true });
    await writeFile(join(folder.path, 'exports', String(world.organizationId), `${id}_1.xlsx.0f.new`), 'half');
    expect(await claim(world.clock.now() + 40_000, undefined, world.clock.now() + 19_999)).toBeNull();
    world.clock.time += 21_000;
    await work();
    expect(await listed()).toMatchObject([{ job: { state: 'done', attempts: 2, rowsDone: 142 } }]);
    expect(await files()).toEqual([`${id}_2.xlsx`]);
    expect((await world.mails()).length).toBe(2);
    // A process that survived learns that the job now belongs to another.
    if (claimed !== null) expect(await queue().holdUntil(claimed, world.clock.now(), { rowsDone: 5 })).toBe(false);
  });

  it('on every start of the same export is not retried forever', async () => {
    value(await ask());
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect((await claim(world.clock.now() + 20_000))?.attempts).toBe(attempt);
      world.clock.time += 21_000;
    }
    await work();
    expect(await listed()).toMatchObject([{ job: { state: 'failed', problem: 'internal' } }]);
  });
});

describe('runners', () => {
  it('two of them make each file once, one of an organization at a time', async () => {
    for (let wish = 0; wish < 4; wish += 1) value(await ask({ granularity: 86_400 }));
    let running = 0;
    let most = 0;
    const { answerInBackground } = world.deps;
    const deps = {
      ...world.deps,
      answerInBackground: async (...args: Parameters<typeof answerInBackground>) => {
        running += 1;
        most = Math.max(most, running);
        const answers = await answerInBackground(...args);
        running -= 1;
        return answers;
      },
    };
    const runners = [createExportRunner(deps, { pollMs: 10 }), createExportRunner(deps, { pollMs: 10 })];
    for (const runner of runners) runner.start();
    await expect
      .poll(async () => (await listed()).map(({ job }) => job.state), { timeout: 20_000 })
      .toEqual(Array(4).fill('done'));
    for (const runner of runners) await runner.stop();
    expect(most).toBe(1);
    expect((await world.mails()).length).toBe(8);
    expect((await listed()).map(({ job }) => job.attempts)).toEqual([1, 1, 1, 1]);
  });

  it('that are small are made while a large one is', async () => {
    const large = value(await ask());
    await run('update export_jobs set rows_total = $2 where id = $1', [large.id, maxSmallRows + 1]);
    const { answerInBackground } = world.deps;
    const release = Promise.withResolvers<void>();
    let asked = 0;
    const deps: ExportsDependencies = {
      ...world.deps,
      answerInBackground: async (scope, queries, signal) => {
        asked += 1;
        // The first question is the large export's.
        if (asked === 1) await release.promise;
        return answerInBackground(scope, queries, signal);
      },
    };
    const runner = createExportRunner(deps, { pollMs: 10 });
    runner.start();
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(1);
    value(await ask({ granularity: 86_400 }));
    const states = async () => (await listed()).map(({ job }) => job.state);
    await expect.poll(states, { timeout: 20_000 }).toEqual(['done', 'running']);
    release.resolve();
    await expect.poll(states, { timeout: 20_000 }).toEqual(['done', 'done']);
    await runner.stop();
  });

  it('take turns among organizations, whoever asked first', async () => {
    for (let wish = 0; wish < 3; wish += 1) value(await ask({ granularity: 86_400 }));
    const other = await createExportsWorld(stores, `turns${count}`);
    const eve = await other.member('eve', 'manager');
    value(await requestExport(other.deps, eve, other.request({ userIds: [idOf(eve)], granularity: 3600 }), null));
    const [own, others] = [ada.organizationId, eve.organizationId];
    const { clock } = world;
    // Simulates one runner: its finished job no longer runs when it claims the next one.
    const first = await claim(clock.now() - 1);
    expect(first?.organizationId).toBe(own);
    expect((await claim(clock.now() + 20_000, own))?.organizationId).toBe(others);
    expect((await claim(clock.now() + 20_000, others))?.organizationId).toBe(own);
  });

  it('that stop release running jobs for the next start', async () => {
    value(await ask());
    const { answerInBackground } = world.deps;
    let hasBegun = () => {};
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const stuck = createExportRunner(
      {
        ...world.deps,
        answerInBackground: async (scope, queries, signal) => {
          hasBegun();
          await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
          return answerInBackground(scope, queries, signal);
        },
      },
      { pollMs: 10 },
    );
    stuck.start();
    await begun;
    await stuck.stop();
    await work();
    expect(await listed()).toMatchObject([{ job: { state: 'done', attempts: 2 } }]);
  });

  it('say why there is no file', async () => {
    value(await ask());
    const refusing = err(failure('READINGS_GONE', 'gone'));
    await world.work({ answerInBackground: async (_, queries) => queries.map(() => refusing) });
    expect(await listed()).toMatchObject([{ job: { state: 'failed', problem: 'readings' } }]);
    expect((await world.mails()).length).toBe(1);
  });

  it('take files away when they were kept long enough', async () => {
    value(await ask());
    await work();
    expect((await files()).length).toBe(1);
    world.clock.time += 7 * 86_400_000 + 1;
    const runner = createExportRunner(world.deps, { pollMs: 10, tidyMs: 10 });
    runner.start();
    await expect.poll(async () => (await listed())[0]?.job.state).toBe('expired');
    await runner.stop();
    expect(await files()).toEqual([]);
    expect((await listed())[0]?.address).toBeNull();
    const jobId = (await listed())[0]?.job.id ?? 0;
    expect(await resendExport(world.deps, ada, jobId)).toMatchObject(refused('BAD_INPUT'));
  });
});

describe('a preview', () => {
  it('counts the rows, and begins where the site opens', async () => {
    const preview = value(await previewExport(world.deps, ada, world.request({ granularity: 900 })));
    expect(preview).toMatchObject({ rows: 568, days: 3, perDay: 96, places: 2, buckets: 284, width: 900 });
    expect(preview.sheets.map(({ rows }) => rows.length > 0)).toEqual([true, true, true]);
    // 09:00 is the 37th quarter, of two zones each.
    expect(preview.sheets[0]).toMatchObject({ firstRow: 2 + 72 });
    expect(preview.sheets[0]?.rows[0]?.[0]).toBe('2026-03-28T09:00');
  });

  it('is refused as the file would be, but needs no recipients', async () => {
    expect(await previewExport(world.deps, bob, world.request())).toMatchObject(refused('FORBIDDEN'));
    expect(await previewExport(world.deps, ada, world.request({ zoneIds: [1] }))).toMatchObject(refused('NOT_FOUND'));
  });
});
