import { beforeEach, expect, it } from 'vitest';
import { createFileStore } from '../../../platform/files/index.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createExportRunner } from '../making/export-runner.ts';
import { readExports } from '../manage-exports.ts';
import { begin, createExportsWorld, type ExportsWorld, end, value } from '../testing/exports-world.ts';
import { useTestFolder } from '../testing/test-folder.ts';
import {
  deleteRepeating,
  type RawRepeating,
  repeatExport,
  restoreRepeating,
  switchRepeating,
} from './change-repeating.ts';
import { planDueExports, replanExports } from './plan-due-exports.ts';
import { readRepeating } from './repeating.graphql.ts';

const stores = useTestStores();
const folder = useTestFolder();
const day = 86_400_000;
/** The first slot after the world's time: seven o'clock in Zürich, on the day after the readings. */
const slot = Date.parse('2026-03-31T07:00:00+02:00');
let count = 0;
let world: ExportsWorld;
let ada: Scope;
let bob: Scope;

beforeEach(async () => {
  await run('delete from export_jobs', []);
  await run('delete from repeating_exports', []);
  count += 1;
  world = await createExportsWorld(stores, `repeat${count}`);
  world = { ...world, deps: { ...world.deps, files: { ...world.deps.files, store: createFileStore(folder.path) } } };
  ada = await world.member('ada', 'manager');
  bob = await world.member('bob', 'viewer');
}, 60_000);

const idOf = ({ userId }: Scope) => userId as number;
const run = (statement: string, values: unknown[]) => stores.relational.pool.query(statement, values);
const raw = (over: Partial<RawRepeating> = {}): RawRepeating => ({
  ...world.request({ userIds: [idOf(ada), idOf(bob)], granularity: 3600 }),
  sendDay: 'everyDay',
  hour: 7,
  includedDays: 3,
  ...over,
});
const repeat = (over: Partial<RawRepeating> = {}, by = ada) => repeatExport(world.deps, by, raw(over));
const shown = (by = ada) => readRepeating(world.deps, by);
const jobs = async (by = ada) => value(await readExports(world.deps, by, {})).edges.map(({ node }) => node.job);
const work = () => world.work({ files: world.deps.files });
const actions = async () =>
  (
    await run(
      "select action from audit_entries where organization_id = $1 and action like 'export.repeat%' order by id",
      [world.organizationId],
    )
  ).rows.map(({ action }) => action);
const refused = (code: string, field?: string) => ({
  ok: false,
  error: { code, ...(field !== undefined && { field }) },
});

it('is made of the finished days before its slot, once, by however many look, and mailed to who may see it then', async () => {
  const { id } = value(await repeat());
  expect(await shown()).toMatchObject([
    { repeating: { id, nextAt: slot, includedDays: 3 }, site: 'Arcades', recipients: ['ada', 'bob'] },
  ]);
  expect(await shown(bob)).toEqual([]);
  world.clock.time = slot - 1;
  expect(await planDueExports(world.deps)).toBe(0);
  await run('update users set installation_ids = $1 where id = $2', [[], idOf(bob)]);
  world.clock.time = slot;
  await Promise.all([1, 2, 3].map(() => planDueExports(world.deps)));
  expect(await jobs()).toMatchObject([{ repeatingId: id, state: 'waiting', request: { from: begin, to: end } }]);
  await work();
  expect(await jobs()).toMatchObject([{ state: 'done', rowsDone: 142 }]);
  expect((await world.mails()).map(({ recipient }) => recipient)).toEqual([`ada@repeat${count}.example`]);
  expect((await shown())[0]?.repeating.nextAt).toBe(slot + day);
});

it('of slots missed while nothing ran makes the newest alone, and a slot that has its file gets no other', async () => {
  const { id } = value(await repeat({ includedDays: 1 }));
  world.clock.time = slot + 2 * day + 3_600_000;
  const runner = createExportRunner(world.deps, { pollMs: 10 });
  runner.start();
  await expect.poll(async () => (await jobs()).map(({ state }) => state), { timeout: 20_000 }).toEqual(['done']);
  await runner.stop();
  expect((await jobs())[0]?.request).toMatchObject({ from: end + day, to: end + 2 * day });
  expect((await shown())[0]?.repeating.nextAt).toBe(slot + 3 * day);
  // Like a process that was killed after it wrote the job and before it moved the slot.
  await run('update repeating_exports set next_at = $1 where id = $2', [new Date(slot + 2 * day), id]);
  expect(await planDueExports(world.deps)).toBe(1);
  expect((await jobs()).length).toBe(1);
});

it('is switched off and on, deleted and put back, by its owner alone; what came meanwhile is not made', async () => {
  const { id } = value(await repeat());
  const { deps } = world;
  for (const change of [
    switchRepeating(deps, bob, id, false),
    deleteRepeating(deps, bob, id),
    restoreRepeating(deps, bob, id),
  ])
    expect(await change).toMatchObject(refused('NOT_FOUND', 'id'));
  value(await switchRepeating(deps, ada, id, false));
  world.clock.time = slot + 1;
  expect(await planDueExports(deps)).toBe(0);
  value(await switchRepeating(deps, ada, id, true));
  expect((await shown())[0]?.repeating).toMatchObject({ enabled: true, nextAt: slot + day });
  value(await deleteRepeating(deps, ada, id));
  expect(await shown()).toEqual([]);
  world.clock.time = slot + day + 1;
  expect(await planDueExports(deps)).toBe(0);
  expect(await restoreRepeating(deps, ada, id)).toMatchObject(refused('NOT_FOUND', 'id'));
  world.clock.time = slot + 1 + 3_599_999;
  value(await restoreRepeating(deps, ada, id));
  expect((await shown())[0]?.repeating.nextAt).toBe(slot + day);
  expect(await jobs()).toEqual([]);
  expect(await actions()).toEqual([
    'export.repeated',
    'export.repeatingSwitchedOff',
    'export.repeatingSwitchedOn',
    'export.repeatingDeleted',
    'export.repeatingRestored',
  ]);
});

it('ends where its owner may not see the data any more, and says so once', async () => {
  value(await repeat());
  await run('update users set profile_id = $1 where id = $2', [bob.profileId, idOf(ada)]);
  world.clock.time = slot;
  await planDueExports(world.deps);
  await work();
  expect(await jobs()).toMatchObject([{ state: 'failed', problem: 'rights' }]);
  expect((await shown())[0]?.repeating).toMatchObject({ enabled: false, nextAt: null });
  expect((await world.mails()).length).toBe(1);
  expect(await actions()).toEqual(['export.repeated', 'export.repeatingSwitchedOff']);
});

it('is refused as its first file would be, and for what is no schedule', async () => {
  const foreign = await createExportsWorld(stores, `foreign${count}`);
  expect(await repeat({}, bob)).toMatchObject(refused('FORBIDDEN'));
  expect(await repeat({ installationId: foreign.site })).toMatchObject(refused('NOT_FOUND', 'installationId'));
  expect(await repeat({ zoneIds: [foreign.zones.hall] })).toMatchObject(refused('NOT_FOUND', 'zoneIds'));
  expect(await repeat({ userIds: [] })).toMatchObject(refused('BAD_INPUT', 'userIds'));
  expect(await repeat({ hour: 24 })).toMatchObject(refused('BAD_INPUT', 'hour'));
  expect(await repeat({ includedDays: 32 })).toMatchObject(refused('BAD_INPUT', 'includedDays'));
  expect(await shown()).toEqual([]);
});

it('goes by another clock of its site at once', async () => {
  value(await repeat());
  const moved = (await world.deps.sites.topologies(ada)).map((site) => ({ ...site, timezone: 'Asia/Kathmandu' }));
  const sites = { topologies: async () => moved, topology: async () => moved[0] ?? null };
  await replanExports({ ...world.deps, sites }, world.organizationId);
  expect((await shown())[0]?.repeating.nextAt).toBe(Date.parse('2026-03-31T07:00:00+05:45'));
});
