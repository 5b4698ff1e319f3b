import type { InstallationId, Instant, PassageId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { createAnswerQueries } from '../../numbers/index.ts';
import { plainFacts } from '../../numbers/testing/ask.ts';
import { store } from '../../numbers/testing/store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { deleteManualCount, type SentCount, saveManualCount } from './count-by-hand.ts';
import { readDoorErrors } from './read-door-errors.ts';
import { readManualCounts } from './read-manual-counts.ts';

const stores = useTestStores();
const at = (text: string): Instant => Date.parse(`2026-02-12T${text}+01:00`);

/** A hall whose door has a counter that reports every five minutes; the door leads out of the hall. */
async function openHall(pad: Parameters<typeof aPad>[2] = {}) {
  const organizationId = (await stores.freshOrganization()) as number;
  const { rows } = await stores.relational.pool.query(
    `with site as (insert into installations (organization_id, key, name, timezone, opening_hours, creation_date)
       values ($1, 'hall', 'Hall', 'Europe/Zurich', '{"spans": [], "reset": false}', now()) returning id)
     insert into passages (organization_id, installation_id, key, name, "order")
     select $1, id, 'door', 'Door', 0 from site returning id, installation_id`,
    [organizationId],
  );
  const { id: passage, installation_id: installationId } = rows[0] as { id: number; installation_id: InstallationId };
  const site = aSite(organizationId, {
    installationId,
    zones: [aZone(1, { name: 'Hall' })],
    passages: [aDoor(passage, 1, null), aDoor(passage + 1, null, 1, { footfallOf: 1 as never })],
    devices: [aPad(21, passage, pad)],
  });
  const scope = { organizationId, installationIds: null, role: 'user', rights: {}, userId: null, viewedBy: null };
  return { passage: passage as PassageId, site, scope: scope as unknown as Scope, ...workOn(site) };
}

function workOn(site: Topology) {
  const isOwn = (scope: Scope) => scope.organizationId === site.organizationId;
  const depsAt = (now: Instant) => {
    const clock = aClock(now);
    const sites = {
      topologies: async (scope: Scope) => (isOwn(scope) ? [site] : []),
      topology: async (scope: Scope, id: InstallationId) => (isOwn(scope) && id === site.installationId ? site : null),
    };
    const answerQueries = createAnswerQueries({ analytics: stores.analytics, sites, ...plainFacts, clock });
    return { db: stores.relational.db, sites, clock, answerQueries, namesOf: async () => new Map() };
  };
  const read = async (scope: Scope, now: Instant) => {
    const found = await readManualCounts(depsAt(now), scope, site.installationId);
    if (!found.ok) throw new Error(found.error.message);
    return found.value.passages;
  };
  const send = (scope: Scope, now: Instant, count: SentCount) => saveManualCount(depsAt(now), scope, count);
  const remove = (scope: Scope, id: number) => deleteManualCount(depsAt(at('12:00')), scope, id);
  const errors = (scope: Scope, now: Instant, ids: readonly number[]) => readDoorErrors(depsAt(now), scope, ids);
  return { read, send, remove, errors };
}

/** One person leaves every ten seconds, and none enters. */
const tenMinutes = (passageId: PassageId, clientId = 'count-0001'): SentCount => ({
  passageId,
  clientId,
  span: { from: at('10:00'), to: at('10:11') },
  taps: { along: Array.from({ length: 66 }, (_, index) => at('10:00') + index * 10_000), against: [] },
});

const sent = (values: Readonly<Record<string, readonly number[]>>) =>
  Object.entries(values).flatMap(([metric, list]) =>
    list.map((value, index) => ({ device: 21, metric, at: at('10:00') + index * 300_000, value, interval: 300 })),
  );

test('a count waits for its sensor, then has the error per direction of the passage', async () => {
  const { passage, site, scope, read, send } = await openHall();
  expect(await send(scope, at('10:11'), tenMinutes(passage))).toEqual({ ok: true, value: true });
  expect(await read(scope, at('10:12'))).toMatchObject([
    { passage: { id: passage }, from: 'Hall', to: null, interval: 300, counts: [{ compared: { state: 'waiting' } }] },
  ]);
  await store(stores.analytics, site, sent({ affluenceIn: [31, 31, 9], affluenceOut: [0, 0, 9] }));
  const [told] = await read(scope, at('10:30'));
  expect(told?.counts[0]?.compared).toMatchObject({
    state: 'compared',
    compared: { from: at('10:00'), to: at('10:10') },
    hand: { along: 60, against: 0 },
    sensor: { along: 62, against: 0 },
    error: { error: 2 / 60 },
  });
});

test('the error of a door pools its counts with its present sensors, and is nobody else’s', async () => {
  const { passage, site, scope, send, errors } = await openHall();
  const theirs = await openHall();
  await send(scope, at('10:12'), tenMinutes(passage));
  await send(scope, at('10:12'), tenMinutes(passage, 'count-0002'));
  expect(await errors(scope, at('10:12'), [passage])).toEqual([{ passageId: passage, error: null }]);
  await store(stores.analytics, site, sent({ affluenceIn: [31, 31, 9], affluenceOut: [0, 0, 9] }));
  const [one] = await errors(scope, at('10:30'), [passage, 999_999]);
  expect(one).toMatchObject({ passageId: passage, error: { error: 4 / 120 } });
  expect(await theirs.errors(scope, at('10:30'), [theirs.passage])).toEqual([]);
  // What another sensor missed says nothing of the present one.
  const placements = [{ at: { passageId: passage }, validFrom: at('10:20'), validTo: null }];
  const replaced = { ...site, devices: [{ ...(site.devices[0] as object), id: 22, placements } as never] };
  expect(await workOn(replaced).errors(scope, at('10:30'), [passage])).toEqual([{ passageId: passage, error: null }]);
});

test('a sensor that sends no zeros is not read as 0 right away', async () => {
  const { passage, site, scope, read, send } = await openHall({ reportsZero: false });
  const quiet = { ...tenMinutes(passage), taps: { along: [], against: [] } };
  await store(stores.analytics, site, [
    { device: 21, metric: 'affluenceIn', at: at('09:55'), value: 3, interval: 300 },
    { device: 21, metric: 'affluenceOut', at: at('09:55'), value: 3, interval: 300 },
  ]);
  await send(scope, at('10:11'), quiet);
  const stateAt = async (now: Instant) => (await read(scope, now))[0]?.counts[0]?.compared.state;
  expect(await stateAt(at('10:12'))).toBe('waiting');
  expect(await stateAt(at('10:16'))).toBe('compared');
});

test('is kept once however often it is sent, and written down once', async () => {
  const { passage, scope, read, send, remove } = await openHall();
  for (let time = 0; time < 3; time++)
    expect(await send(scope, at('10:12'), tenMinutes(passage))).toMatchObject({ ok: true });
  const [told] = await read(scope, at('10:12'));
  expect(told?.counts.map(({ taps }) => taps.along.length)).toEqual([66]);
  expect(await remove(scope, told?.counts[0]?.id ?? 0)).toMatchObject({ ok: true });
  expect((await read(scope, at('10:12')))[0]?.counts).toEqual([]);
  const { rows } = await stores.relational.pool.query(
    'select action, details, subject_id from audit_entries where organization_id = $1 order by id',
    [scope.organizationId],
  );
  const details = { name: `Passage ${passage}`, people: 66 };
  expect(rows).toEqual([
    { action: 'manualCount.saved', details, subject_id: passage },
    { action: 'manualCount.deleted', details, subject_id: passage },
  ]);
});

test('a count that is none, or at no door of the caller’s, is refused with what is wrong', async () => {
  const [ours, theirs] = [await openHall(), await openHall()];
  const count = tenMinutes(ours.passage);
  for (const [sentCount, field] of [
    [{ ...count, passageId: theirs.passage }, 'passageId'],
    [{ ...count, passageId: (ours.passage + 1) as PassageId }, 'passageId'],
    [{ ...count, clientId: 'no id' }, 'clientId'],
    [{ ...count, span: { from: at('10:11'), to: at('10:00') } }, 'finishedAt'],
    [{ ...count, taps: { along: [at('09:59')], against: [] } }, 'along'],
  ] as const)
    expect(await ours.send(ours.scope, at('10:12'), sentCount)).toMatchObject({ ok: false, error: { field } });
  await theirs.send(theirs.scope, at('10:12'), tenMinutes(theirs.passage));
  const [kept] = (await theirs.read(theirs.scope, at('10:12')))[0]?.counts ?? [];
  expect(await ours.remove(ours.scope, kept?.id ?? 0)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  expect((await theirs.read(theirs.scope, at('10:12')))[0]?.counts).toHaveLength(1);
});
